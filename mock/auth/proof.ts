import type { PublicKey, ReceivedRequest } from '../core/request.ts'
import { timeFlaw } from '../signatures/created.ts'
import type { World } from '../state/world.ts'
import { invalidClient } from './problem.ts'

/** A request to the authorization server, with what was let pass of it although it should not be sent so. */
export interface AuthRequest extends ReceivedRequest {
  readonly warnings: string[]
  /** It comes from a page in a browser that is not the mock's own. */
  readonly isFromForeignPage: boolean
}

/**
 * The key of these that a request is signed with, as every request to the authorization server has to be (RFC 9635,
 * section 7.3.1). Throws a Problem where its signature or digest is not in order, for the same reasons as an operation.
 */
export function provenKey(
  world: World,
  request: AuthRequest,
  keys: ReadonlyMap<string, PublicKey>,
): PublicKey {
  const signature = world.behaviour.requests.verifySignature(request, (keyId) => keys.get(keyId))
  const known = [...keys.values()]
  const time = timeFlaw(request)
  if (time !== undefined) throw invalidClient(time, { guard: 'signature-time-in-seconds', keys: known })
  for (const outcome of [signature, world.behaviour.requests.verifyDigest(request)]) {
    if (outcome.ok) continue
    throw invalidClient(outcome.reason, { guard: outcome.step, expected: outcome.expected, keys: known })
  }
  const key = keys.get((signature.ok && signature.keyId) || '')
  if (!key)
    throw invalidClient('The request is not signed with a key of the client', {
      guard: 'signature-keyid-known',
      keys: known,
    })
  if (signature.ok && signature.warning) request.warnings.push(signature.warning)
  return key
}

/** The same for a client that is known by its key. */
export function provenBy(world: World, request: AuthRequest, key: PublicKey): PublicKey {
  return provenKey(world, request, new Map([[key.keyId, key]]))
}

/** Whether there is anything to verify; what comes unsigned is refused before anything is done for it. */
export function isSigned({ headers }: ReceivedRequest): boolean {
  return headers.has('signature-input') && headers.has('signature')
}

/** The token of an authorization header of the form `GNAP <token>`. */
export function gnapToken({ headers }: ReceivedRequest): string | undefined {
  return /^GNAP +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
}
