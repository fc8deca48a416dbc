import { type Request, type Response, Router } from 'express'
import { CannotDo } from '../errors.ts'
import { asObject, type JsonObject, parsedBody } from '../guards/json.ts'
import { moveClock } from './clock.ts'
import type { Control, Controlled } from './control.ts'
import { showLedger } from './ledger.ts'
import { makeReceiver } from './receivers.ts'
import { resetWorld } from './reset.ts'

/** Where the control API lies, at the root of where the mock listens, whatever its public URL. */
export const controlPath = '/_control'

const controls: readonly Control[] = [moveClock, resetWorld, makeReceiver, showLedger]

/** The control API: JSON, without credentials. It shares nothing with the operations of the interface. */
export const controlRouter = (controlled: Controlled): Router => {
  const router = Router({ strict: true, caseSensitive: true })
  for (const control of controls) {
    router[control.method](control.path, (request, response) =>
      answer(control, controlled, request, response),
    )
  }
  router.use((request, response) => refuse(response.set(allowedOn(request.path)), unknown(request)))
  return router
}

const answer = (control: Control, controlled: Controlled, request: Request, response: Response): void => {
  try {
    response.json(control.work(controlled, bodyOf(request, control)))
  } catch (error) {
    if (!(error instanceof CannotDo)) throw error
    refuse(response, { status: 400, code: 'control-refused', description: error.message })
  }
}

const bodyOf = ({ body }: Request, { keys }: Control): JsonObject => {
  if (!Buffer.isBuffer(body) || body.length === 0) return {}
  const object = asObject(parsedBody(body))
  if (!object) throw new CannotDo('the body is no JSON object')
  const unknownKey = Object.keys(object).find((key) => !keys.includes(key))
  if (unknownKey === undefined) return object
  throw new CannotDo(`the body has the unknown key ${JSON.stringify(unknownKey)}; ${knownIn(keys)}`)
}

const knownIn = (keys: readonly string[]): string =>
  keys.length === 0 ? 'none is known here' : `known here: ${keys.join(', ')}`

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
  const description = `There is no ${method} ${controlPath}${path}; there are ${all.join(', ')}`
  return { status: methodsOn(path).length > 0 ? 405 : 404, code: 'control-unknown', description }
}

const methodsOn = (path: string): string[] =>
  controls.filter((each) => each.path === path).map(({ method }) => method.toUpperCase())

const allowedOn = (path: string): { allow?: string } => {
  const methods = methodsOn(path)
  return methods.length > 0 ? { allow: methods.join(', ') } : {}
}
