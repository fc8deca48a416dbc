import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type Request, type Router } from 'express'
import { altering, type Wait } from '../answers/damaging.ts'
import type { FetchKeys } from '../auth/fetch-keys.ts'
import { authPath, authRouter } from '../auth/router.ts'
import type { Controlled } from '../control/control.ts'
import { type Answer, answer, warningHeader } from '../core/answer.ts'
import { exchangeHeader, record, refusedByHeader, tell } from '../exchanges/recording.ts'
import { isForForeignHost, isFromForeignPage } from '../http/foreign-page.ts'
import { readBody, targetOf, type WholeRequest } from '../http/received.ts'
import { send } from '../http/send.ts'
import type { NamedRefusal, World } from '../state/world.ts'
import { walletAddressRouter } from '../wallet-addresses/router.ts'
import { type Fail, operationsOf } from './operations.ts'

interface AppOptions {
  controlled: Controlled
  /** Path of the public URL, below which all operations lie. */
  basePath: string
  /** The control API, or undefined if the mock cannot be controlled over HTTP. */
  control?: { path: string; router: Router }
  /** Fetches the keys of a client whose wallet address is on another server. */
  fetchKeys: FetchKeys
  /** Is called for every internal error of the mock. */
  onMistake: (error: unknown) => void
  wait: Wait
}

/**
 * The request listener of the mock. It finds an operation directly by its path. Everything else goes to an Express
 * application; all responses are JSON.
 */
export function createApp(options: AppOptions): RequestListener {
  const { controlled, basePath, control, onMistake, wait } = options
  const { world, exchanges, answers, setup } = controlled
  const fail: Fail = (error, response) => failure(error, response, world, onMistake)
  const operations = operationsOf(setup.served, world, basePath, fail)
  const elsewhere = elsewhereOf(options, operations.router, fail)
  const alter = altering({ answers, routes: setup.served.map(({ route }) => route), basePath, wait })
  return (request: WholeRequest, response) => {
    const isControl = control !== undefined && isBelow(control.path, targetOf(request))
    setCommonHeaders(response, world)
    if (isControl) {
      response.removeHeader('access-control-allow-origin')
      if (isFromForeignPage(request, world.publicUrl)) return refuse(response, world, foreignPage)
      if (isForForeignHost(request, world.publicUrl)) return refuse(response, world, foreignHost)
    } else record(exchanges, world, request, response)
    const defect = httpDefect(request)
    if (defect) return refuse(response, world, defect)
    if (request.method === 'OPTIONS') return send(response, preflight(request))
    const work = (): void => {
      if (!operations.tryAnswer(request, response)) elsewhere(request, response)
    }
    readBody(request, response, (error) => {
      if (error) fail(error, response)
      else if (isControl) elsewhere(request, response)
      else alter(request, response, work)
    })
  }
}

const foreignPage: NamedRefusal = {
  status: 403,
  guard: 'control-foreign-page',
  description:
    'Pages of other origins cannot control the mock. Use its own page, or send the request outside a browser',
}

const foreignHost: NamedRefusal = {
  status: 403,
  guard: 'control-foreign-host',
  description:
    'The mock is not controlled by this host name. Use localhost or an IP address, or start the mock with this name in --public-url',
}

/** Recognizes control requests. They are not part of what the mock imitates, so they are not recorded. */
const isBelow = (path: string, url: string): boolean =>
  url.startsWith(path) && (url.length === path.length || '/?'.includes(url.charAt(path.length)))

/**
 * Serves control requests, the authorization server, wallet addresses, operations at unusual spellings of their paths,
 * and unknown paths.
 */
const elsewhereOf = (
  { controlled, basePath, control, fetchKeys }: AppOptions,
  router: Router,
  fail: Fail,
): Express => {
  const { world } = controlled
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('query parser', false).set('strict routing', true).set('case sensitive routing', true)
  if (control) app.use(control.path, control.router)
  app.use(basePath || '/', router)
  app.use(basePath + authPath, authRouter(world, fetchKeys))
  app.use(walletAddressRouter(world))
  app.use((request, response) => refuse(response, world, unknownPath(request)))
  app.use(((error, _request, response, _next) => fail(error, response)) satisfies ErrorRequestHandler)
  return app
}

/** Refuses a request that addresses no operation. */
const refuse = (response: ServerResponse, world: World, refusal: NamedRefusal): void => {
  tell(response, { refusal: { guard: refusal.guard, description: refusal.description } })
  send(response, world.behaviour.answers.refused(refusal))
}

/**
 * Sets headers of every response. The date is the world's, so a mock with a fixed clock repeats its responses byte for
 * byte.
 */
const setCommonHeaders = (response: ServerResponse, world: World): void => {
  response.setHeader('date', dateOf(world.now()))
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', exposed)
}

const exposed = `www-authenticate, ${warningHeader}, ${exchangeHeader}, ${refusedByHeader}`

let latest = { second: Number.NaN, date: '' }

/** Formats the date header once per second. */
const dateOf = (now: number): string => {
  const second = Math.floor(now / 1000)
  if (latest.second !== second) latest = { second, date: new Date(now).toUTCString() }
  return latest.date
}

/** The refusal of a request that breaks a rule of HTTP itself (RFC 9112, section 3.2; RFC 9110, section 10.1.1). */
const httpDefect = (request: IncomingMessage): NamedRefusal | undefined => {
  const { host, expect } = request.headers
  if (host === undefined && request.httpVersion === '1.1') {
    return { status: 400, guard: 'host-present', description: 'A request of HTTP/1.1 needs a Host header' }
  }
  if (hostLines(request) > 1) {
    return { status: 400, guard: 'host-once', description: 'The request has more than one Host header' }
  }
  if (!/^(?:\/|\*$)/.test(targetOf(request))) {
    return {
      status: 400,
      guard: 'target-of-host',
      description: 'The request target must be a path, or a URL of the host that the Host header names',
    }
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

/** Counts the Host headers in the raw headers, because node keeps only the first one. */
const hostLines = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

const preflight = ({ headers }: IncomingMessage): Answer => ({
  ...answer(204, undefined),
  headers: {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
  },
})

const unknownPath = ({ method, path }: Request) => ({
  status: 404,
  guard: 'path-known',
  description: `The service has no operation ${method} ${path}`,
})

/** Answers errors that Express and its body parser raise for bad requests. Any other error is a mistake of the mock. */
const failure = (
  error: unknown,
  response: ServerResponse,
  world: World,
  onMistake: (error: unknown) => void,
): void => {
  const unreadable = requestError(error)
  if (!unreadable) onMistake(error)
  if (response.headersSent) response.destroy()
  else refuse(response, world, unreadable ?? ownMistake)
}

/** The refusal of a path whose percent-encoded bytes are not text. Such a path addresses nothing. */
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
