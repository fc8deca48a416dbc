import { type Request, type Response, Router } from 'express'
import { idsOf } from '../changes/active.ts'
import { CannotDo, NotJson, NotThere } from '../core/errors.ts'
import { asObject, type JsonObject, parsedBody } from '../core/json.ts'
import { servePage } from '../live/page.ts'
import { streaming } from '../live/stream.ts'
import { createWatch } from '../live/watch.ts'
import { controlDocument } from '../openapi/catalogue.ts'
import { timeOf } from '../state/clock.ts'
import { forgetAnswers, orderAnswers, ordersOf, showAnswers } from './answers.ts'
import type { Control, Controlled, ControlRequest, PlainText } from './control.ts'
import { listExchanges, showExchange } from './exchanges.ts'
import { forgetPayments, orderPayments, showPayments } from './payments.ts'
import { showFaults, showVariants, useFaults, useVariants } from './setup.ts'
import { addTenant, dropTenant, listTenants, showTenant } from './tenants.ts'
import { makeReceiver, moveClock, resetWorld, showLedger, showResources } from './world.ts'

/** Tells a script that starts the mock that it is ready. */
const showHealth: Control = {
  method: 'get',
  path: '/health',
  work: () => ({ status: 'ok' }),
}

/** All operations of the control API, except its events, its page and its description. */
export const controls: readonly Control[] = [
  moveClock,
  resetWorld,
  makeReceiver,
  showLedger,
  showHealth,
  orderAnswers,
  showAnswers,
  forgetAnswers,
  orderPayments,
  showPayments,
  forgetPayments,
  showFaults,
  useFaults,
  showVariants,
  useVariants,
  listExchanges,
  showExchange,
  showResources,
  addTenant,
  listTenants,
  showTenant,
  dropTenant,
]

/**
 * The path of the control API. It lies at the root of the address on which the mock listens, whatever its public URL
 * is.
 */
export const controlPath = '/_control'

/** The control API: JSON, without credentials. It shares nothing with the operations of the interface. */
export function controlRouter(controlled: Controlled): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router.get('/', servePage)
  router.get('/openapi.json', (_request, response) => void response.json(controlDocument()))
  router.get('/events', streamOf(controlled))
  for (const control of controls) {
    router[control.method](control.path, (request, response) =>
      answer(control, controlled, request, response),
    )
  }
  router.use((request, response) => refuse(response.set(allowedOn(request.path)), unknown(request)))
  return router
}

const streamOf = (controlled: Controlled) => {
  const { feed, world, clock, setup } = controlled
  const watch = createWatch(world, feed)
  return streaming({
    feed,
    state: () => ({
      url: world.publicUrl,
      profile: world.profile,
      clock: timeOf(clock),
      on: idsOf(setup.on),
      orders: ordersOf(controlled),
    }),
    attended: () => void watch(),
    full: (response) =>
      refuse(response, {
        status: 429,
        code: 'control-refused',
        description: 'Too many event listeners. Close one and try again',
      }),
  })
}

const answer = (control: Control, controlled: Controlled, request: Request, response: Response): void => {
  try {
    const said = control.work(controlled, bodyOf(request, control), askedBy(request, control))
    if (isPlainText(said)) response.type('text').send(said.text)
    else response.json(said)
  } catch (error) {
    if (error instanceof NotThere) {
      refuse(response, { status: 404, code: 'control-not-there', description: error.message })
    } else if (error instanceof NotJson) {
      refuse(response, { status: 415, code: 'control-refused', description: error.message })
    } else if (error instanceof CannotDo) {
      refuse(response, { status: 400, code: 'control-refused', description: error.message })
    } else throw error
  }
}

/** Reads the body, which must be declared as JSON: the form of a web page cannot send that. */
const bodyOf = ({ body, headers }: Request, { keys = [] }: Control): JsonObject => {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw new NotJson(
      'The body is not declared as JSON. Send the header content-type: application/json, as curl --json does',
    )
  }
  const object = asObject(parsedBody(body))
  if (!object) throw new CannotDo('The body is not a JSON object')
  const unknownKey = Object.keys(object).find((key) => !keys.includes(key))
  if (unknownKey === undefined) return object
  throw new CannotDo(`The body has the unknown key ${JSON.stringify(unknownKey)}. ${knownIn('keys', keys)}`)
}

const askedBy = (request: Request, { parameters = [] }: Control): ControlRequest => {
  const at = request.originalUrl.indexOf('?')
  const query = new URLSearchParams(at === -1 ? '' : request.originalUrl.slice(at + 1))
  const unknownName = [...query.keys()].find((name) => !parameters.includes(name))
  if (unknownName !== undefined) {
    throw new CannotDo(
      `The query has the unknown parameter ${JSON.stringify(unknownName)}. ${knownIn('parameters', parameters)}`,
    )
  }
  return {
    // Express gives lists only for wildcards, and no control has any.
    params: request.params as Record<string, string>,
    query,
    asText: request.accepts(['json', 'text']) === 'text',
  }
}

const isPlainText = (said: unknown): said is PlainText =>
  typeof said === 'object' && said !== null && Object.keys(said).join() === 'text'

const knownIn = (what: string, keys: readonly string[]): string =>
  keys.length === 0 ? `This request has no ${what}` : `Known ${what}: ${keys.join(', ')}`

interface ControlRefusal {
  status: number
  code: string
  description: string
}

const refuse = (response: Response, { status, code, description }: ControlRefusal): void => {
  response.status(status).json({ error: { code, description } })
}

const unknown = ({ method, path }: Request): ControlRefusal => {
  const all = controls.map((each) => `${each.method.toUpperCase()} ${controlPath}${each.path}`)
  const description = `Unknown control ${method} ${controlPath}${path}. Known controls: ${all.join(', ')}`
  return { status: methodsOn(path).length > 0 ? 405 : 404, code: 'control-unknown', description }
}

const methodsOn = (path: string): string[] =>
  controls.filter((each) => patternOf(each.path).test(path)).map(({ method }) => method.toUpperCase())

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}$`)

const allowedOn = (path: string): { allow?: string } => {
  const methods = methodsOn(path)
  return methods.length > 0 ? { allow: methods.join(', ') } : {}
}
