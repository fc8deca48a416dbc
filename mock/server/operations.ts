import type { ServerResponse } from 'node:http'
import express, { type Request } from 'express'
import type { ServedOperation } from '../changes/active.ts'
import { type Answer, type RefusalAnswer, warningHeader, warningText } from '../core/answer.ts'
import type { RefusalReason } from '../exchanges/exchange.ts'
import { tell } from '../exchanges/recording.ts'
import { type Guard, refusalOf } from '../http/guard.ts'
import { receivedRequest, targetOf, type WholeRequest } from '../http/received.ts'
import { send } from '../http/send.ts'
import { settle } from '../outgoing-payments/settle.ts'
import type { Arrived, Context, Credentials, World } from '../state/world.ts'

export type Fail = (error: unknown, response: ServerResponse) => void

/** Returns the router of all operations, and a shortcut that finds an operation by its path alone. */
export function operationsOf(all: readonly ServedOperation[], world: World, basePath: string, fail: Fail) {
  const router = express.Router({ strict: true, caseSensitive: true })
  const byPath = new Map<string, ServedOperation>()
  const run = (
    served: ServedOperation,
    request: WholeRequest,
    response: ServerResponse,
    id: string,
  ): void => {
    try {
      tell(response, { operation: served.route.operation })
      send(response, answerTo(served, request, response, id, world))
    } catch (error) {
      fail(error, response)
    }
  }
  for (const served of all) {
    const { method, path } = served.route
    byPath.set(`${method.toUpperCase()} ${basePath}${path}`, served)
    router[method](path, (request: Request<{ id?: string }>, response) =>
      run(served, request, response, request.params.id ?? ''),
    )
  }
  /** Answers the request if its path addresses an operation without any percent-escape. Returns false otherwise. */
  const tryAnswer = (request: WholeRequest, response: ServerResponse): boolean => {
    const [received = ''] = targetOf(request).split('?', 1)
    const path = world.behaviour.requests.pathOf(received)
    const place = `${request.method} ${path}`
    const [, folder, id = ''] = byPath.has(place) ? [] : (/^(.*\/)([\w~.-]+)$/.exec(place) ?? [])
    const served = byPath.get(folder === undefined ? place : `${folder}:id`)
    if (served) run(served, request, response, id)
    return served !== undefined
  }
  return { router, tryAnswer }
}

const answerTo = (
  { route, guards }: ServedOperation,
  request: WholeRequest,
  response: ServerResponse,
  id: string,
  world: World,
): Answer => {
  const { operation } = route
  const received = receivedRequest(request, world.publicUrl)
  const arrived = { world, operation, request: received, id }
  world.behaviour.requests.began(arrived)
  settle(world)
  const context = contextOf(arrived)
  context.subject = route.subject(context)
  const refused = refusalOf(guards, context)
  if (refused) tell(response, { refusal: refusedBy(refused) })
  const answer = refused
    ? world.behaviour.answers.refused({ ...refused.refusal, guard: refused.guard.id, context })
    : world.behaviour.answers.answered(route.work(context), operation)
  return { ...answer, headers: { ...answer.headers, ...withWarning(context) } }
}

const contextOf = ({ world, operation, request, id }: Arrived): Context => {
  const authorization = world.behaviour.requests.authorization(request)
  const credentials = credentialsOf(authorization)
  const token = credentials && world.behaviour.requests.find('token', credentials.token, world.tokens)
  const warnings: string[] = []
  return {
    world,
    operation,
    request,
    id,
    query: queryOf(request.targetUri),
    json: world.behaviour.requests.readBody(request.body, request),
    authorization,
    credentials,
    verified: {
      signature: once(() => {
        const verification = world.behaviour.requests.verifySignature(request, (keyId) =>
          world.behaviour.requests.keyFor(keyId, token),
        )
        if (verification.ok && verification.warning) warnings.push(verification.warning)
        return verification
      }),
      digest: once(() => world.behaviour.requests.verifyDigest(request)),
    },
    token,
    subject: {},
    warnings,
    passedOver: new Set(),
  }
}

const credentialsOf = (header: string | undefined): Credentials | undefined => {
  const [, scheme, token] = /^([^ ]+) +(.+)$/.exec(header?.trim() ?? '') ?? []
  return scheme !== undefined && token !== undefined ? { scheme, token } : undefined
}

const queryOf = (targetUri: string): URLSearchParams => {
  const mark = targetUri.indexOf('?')
  return new URLSearchParams(mark === -1 ? '' : targetUri.slice(mark + 1))
}

const once = <T>(work: () => T): (() => T) => {
  let done: { result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}

const refusedBy = ({ guard, refusal }: { guard: Guard; refusal: RefusalAnswer }): RefusalReason => ({
  guard: guard.id,
  requirement: guard.requirement,
  description: refusal.description,
  ...(refusal.expected !== undefined && { expected: refusal.expected }),
})

/** A header can hold ASCII only. */
const withWarning = ({ warnings }: Context): Record<string, string> =>
  warnings.length === 0 ? {} : { [warningHeader]: warningText(warnings) }
