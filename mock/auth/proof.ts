import type { PublicKey, ReceivedRequest } from '../core/request.ts'
import { expiryFlaw, timeFlaw } from '../signatures/created.ts'
import type { World } from '../state/world.ts'
import { invalidClient } from './problem.ts'

/** A request to the authorization server, with warnings about what the mock tolerated in it. */
export interface AuthRequest extends ReceivedRequest {
  readonly warnings: string[]
  /** Marks a request that comes from a page in a browser that is not the mock's own. */
  readonly isFromForeignPage: boolean
}

/**
 * Finds the key, among those given, with which the request is signed. Every request to the authorization server must be
 * signed (RFC 9635, section 7.3.1). Throws a Problem if the signature or the digest is invalid, for the same reasons as
 * an operation.
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
  const expiry = expiryFlaw(signature, world.now())
  if (expiry !== undefined) throw invalidClient(expiry, { guard: 'signature-not-expired', keys: known })
  const key = keys.get((signature.ok && signature.keyId) || '')
  if (!key)
    throw invalidClient('The request is not signed with a key of the client', {
      guard: 'signature-keyid-known',
      keys: known,
    })
  if (signature.ok && signature.warning) request.warnings.push(signature.warning)
  return key
}

/** Verifies the proof of a client whose key is already known. */
export function provenBy(world: World, request: AuthRequest, key: PublicKey): PublicKey {
  return provenKey(world, request, new Map([[key.keyId, key]]))
}

/**
 * Checks that the request has a signature at all. An unsigned request is refused before any other work is done for it.
 */
export function isSigned({ headers }: ReceivedRequest): boolean {
  return headers.has('signature-input') && headers.has('signature')
}

/** The token in an authorization header of the form `GNAP <token>`. */
export function gnapToken({ headers }: ReceivedRequest): string | undefined {
  return /^GNAP +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
}
