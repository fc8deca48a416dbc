import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import { altering, type Wait } from '../answers/damaging.ts'
import type { FetchKeys } from '../auth/fetch-keys.ts'
import { authPath, authRouter } from '../auth/router.ts'
import type { Served } from '../changes/active.ts'
import type { Controlled } from '../control/control.ts'
import type { Answer, Refusal } from '../core/answer.ts'
import { warningHeader } from '../core/answer.ts'
import { jsonOf } from '../core/json.ts'
import type { RefusedBy } from '../exchanges/exchange.ts'
import { exchangeHeader, recording, tell } from '../exchanges/recording.ts'
import { contextOf } from '../http/context.ts'
import { type Guard, refusalOf } from '../http/guard.ts'
import { receivedRequest } from '../http/received.ts'
import { settle } from '../outgoing-payments/settle.ts'
import type { Context, NamedRefusal, World } from '../state/world.ts'
import { walletAddressRouter } from '../wallet-addresses/router.ts'

interface AppOptions {
  controlled: Controlled
  /** Path of the public URL, below which all operations lie. */
  basePath: string
  /** Absent: the mock cannot be controlled over HTTP. */
  control?: { path: string; router: Router }
  /** Gives the keys of a client whose wallet address is elsewhere. */
  fetchKeys: FetchKeys
  /** Told of every error that is the mock's own. */
  onMistake: (error: unknown) => void
  wait: Wait
}

const bodyLimit = '1mb'

/** The mock as an Express application: one route for each operation, all else is answered in JSON too. */
export function createApp({
  controlled,
  basePath,
  control,
  fetchKeys,
  onMistake,
  wait,
}: AppOptions): Express {
  const { world, exchanges, answers, setup } = controlled
  const routes = setup.served.map(({ route }) => route)
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('query parser', false).set('strict routing', true).set('case sensitive routing', true)
  app.use(withCommonHeaders(world))
  app.use(notBelow(control?.path, recording(exchanges, world)))
  app.use(httpAsExpected(world), preflight)
  app.use(express.raw({ type: () => true, inflate: false, limit: bodyLimit }))
  if (control) app.use(control.path, control.router)
  app.use(altering({ answers, routes, basePath, wait }))
  const router = express.Router({ strict: true, caseSensitive: true })
  for (const served of setup.served) {
    const { method, path } = served.route
    router[method](path, (request, response) => {
      tell(response, { operation: served.route.operation })
      send(response, answerTo(served, request, response, world))
    })
  }
  app.use(basePath || '/', router)
  app.use(basePath + authPath, authRouter(world, fetchKeys))
  app.use(walletAddressRouter(world))
  app.use((request, response) => refuse(response, world, unknownPath(request)))
  app.use(failure(world, onMistake))
  return app
}

/** Control is not part of what the mock stands for: its requests are not kept. */
const notBelow =
  (path: string | undefined, work: RequestHandler): RequestHandler =>
  (request, response, next) =>
    path !== undefined && isBelow(path, request.originalUrl) ? next() : work(request, response, next)

const isBelow = (path: string, url: string): boolean =>
  url.startsWith(path) && (url.length === path.length || '/?'.includes(url.charAt(path.length)))

const answerTo = (
  { route, guards }: Served,
  request: Request<{ id?: string }>,
  response: Response,
  world: World,
): Answer => {
  const { operation } = route
  const received = receivedRequest(request, world.publicUrl)
  const arrived = { world, operation, request: received, id: request.params.id ?? '' }
  world.began(arrived)
  settle(world)
  const context = contextOf(arrived)
  context.subject = route.subject(context)
  const refused = refusalOf(guards, context)
  if (refused) tell(response, { refusal: refusedBy(refused) })
  const answer = refused
    ? world.refused(world, { ...refused.refusal, guard: refused.guard.id, context })
    : world.answered(route.work(context), operation)
  return { ...answer, headers: { ...answer.headers, ...withWarning(context) } }
}

const refusedBy = ({ guard, refusal }: { guard: Guard; refusal: Refusal }): RefusedBy => ({
  guard: guard.id,
  requirement: guard.requirement,
  description: refusal.description,
  ...(refusal.expected !== undefined && { expected: refusal.expected }),
})

/** Refuses what addresses no operation. */
const refuse = (response: Response, world: World, refusal: NamedRefusal): void => {
  tell(response, { refusal: { guard: refusal.guard, description: refusal.description } })
  send(response, world.refused(world, refusal))
}

/** A header holds ASCII only. */
const withWarning = ({ warnings }: Context): Record<string, string> =>
  warnings.length === 0 ? {} : { [warningHeader]: warnings.join('; ').replaceAll('…', '...') }

const send = (response: Response, { status, headers, body, text }: Answer): void => {
  response.status(status).set(headers)
  if (text !== undefined) response.send(text)
  else response.type(headers['content-type'] ?? 'json').send(jsonOf(body))
}

/** The date is the world's, so that a mock with a fixed clock answers the same byte for byte. */
const withCommonHeaders =
  (world: World) =>
  (_request: Request, response: Response, next: () => void): void => {
    response.set({
      date: new Date(world.now()).toUTCString(),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': `www-authenticate, ${warningHeader}, ${exchangeHeader}`,
    })
    next()
  }

/** What HTTP itself has to be refused for (RFC 9112, section 3.2; RFC 9110, section 10.1.1). */
const httpAsExpected =
  (world: World) =>
  (request: Request, response: Response, next: () => void): void => {
    const refusal = httpDefect(request)
    if (refusal) refuse(response, world, refusal)
    else next()
  }

const httpDefect = ({ httpVersion, headers: { host, expect } }: Request): NamedRefusal | undefined => {
  if (host === undefined && httpVersion === '1.1') {
    return { status: 400, guard: 'host-present', description: 'A request of HTTP/1.1 needs a Host header' }
  }
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return {
      status: 417,
      guard: 'expectation-known',
      description: 'The only supported expectation is 100-continue',
    }
  }
  return undefined
}

const preflight = (request: Request, response: Response, next: () => void): void => {
  if (request.method === 'OPTIONS') response.status(204).set(allowed(request)).end()
  else next()
}

const allowed = (request: Request): Record<string, string> => ({
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': request.get('access-control-request-headers') ?? '*',
  'access-control-max-age': '600',
})

const unknownPath = ({ method, path }: Request) => ({
  status: 404,
  guard: 'path-known',
  description: `The service has no operation ${method} ${path}`,
})

/** What Express and its body parser refuse by themselves; anything else is a mistake of ours. */
const failure =
  (world: World, onMistake: (error: unknown) => void): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const unreadable = requestError(error)
    if (!unreadable) onMistake(error)
    if (response.headersSent) return next(error)
    refuse(response, world, unreadable ?? ownMistake)
  }

/** Percent-encoded bytes that are not text: nothing is there. */
const unreadablePath = {
  status: 404,
  guard: 'path-readable',
  description: 'The path is not percent-encoded UTF-8',
}

const ownMistake = {
  status: 500,
  guard: 'mock',
  description: 'The mock failed to process this request because of an internal error',
}

const requestError = (error: unknown): NamedRefusal | undefined => {
  const { status, type } = Object(error) as { status?: unknown; type?: unknown }
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (typeof type !== 'string') return unreadablePath
  const guard = type.replaceAll('.', '-')
  return { status, guard, description: `The request cannot be read: ${guard.replaceAll('-', ' ')}` }
}
