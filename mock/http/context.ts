import { parsedBody } from '../core/json.ts'
import type { DigestVerification } from '../signatures/digest.ts'
import type { ReceivedRequest } from '../signatures/request.ts'
import type { Verification } from '../signatures/verify.ts'
import type { Amount, IncomingPayment, OutgoingPayment, Quote, Token, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import type { Family } from './guard.ts'
import type { OperationId } from './route.ts'

/** What a request is about, as far as it can be made out; what cannot be is undefined. */
export interface Subject {
  wallet?: Wallet | undefined
  receiver?: IncomingPayment | undefined
  debitAmount?: Amount | undefined
  receiveAmount?: Amount | undefined
  quote?: Quote | undefined
  /** The URI by which a quote is named, whether there is one or not. */
  quoteId?: string | undefined
  metadata?: Record<string, unknown> | undefined
  incomingPayment?: IncomingPayment | undefined
  outgoingPayment?: OutgoingPayment | undefined
  incomingAmount?: Amount | undefined
  /** When an incoming payment is to expire. */
  expiresAt?: number | undefined
}

/** A request on its way through the guards of one route. */
export interface Context {
  readonly world: World
  readonly operation: OperationId
  readonly request: ReceivedRequest
  /** The path's {id}; empty where the path has none. */
  readonly id: string
  readonly query: URLSearchParams
  /** The body as JSON, or undefined where it is none. */
  readonly json: unknown
  /** The value of the authorization header, if it is there. */
  readonly authorization: string | undefined
  /** Scheme and token of the authorization header, where it has both. */
  readonly credentials: Credentials | undefined
  /** What verifying signature and digest came to; worked out when first asked for. */
  readonly verified: { signature: () => Verification; digest: () => DigestVerification }
  token: Token | undefined
  subject: Subject
  /** What was let pass although it should not be sent so. */
  readonly warnings: string[]
  /** Families of which a guard was left out that would have refused this request. */
  readonly passedOver: Set<Family>
}

interface Credentials {
  scheme: string
  token: string
}

/** A request to an operation, before anything is made of it. */
export interface Arrived {
  world: World
  operation: OperationId
  request: ReceivedRequest
  id: string
}

export function contextOf({ world, operation, request, id }: Arrived): Context {
  const authorization = world.authorization(request)
  const credentials = credentialsOf(authorization)
  const token = credentials && world.find('token', credentials.token, world.tokens)
  const warnings: string[] = []
  return {
    world,
    operation,
    request,
    id,
    query: queryOf(request.targetUri),
    json: parsedBody(request.body),
    authorization,
    credentials,
    verified: {
      signature: once(() => {
        const verification = world.verifySignature(request, (keyId) => world.keyFor(world, keyId, token))
        if (verification.ok && verification.warning) warnings.push(verification.warning)
        return verification
      }),
      digest: once(() => world.verifyDigest(request)),
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
