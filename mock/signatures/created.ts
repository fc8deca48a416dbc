import { serializeBareItem } from 'structured-headers'
import type { ReceivedRequest } from '../core/request.ts'
import { showTime } from '../core/time.ts'
import type { Verification } from '../core/verification.ts'
import { candidatesOf } from './candidate.ts'

/** A time above this is in milliseconds: as seconds, it would lie beyond the year 5000. */
const milliseconds = 1e11

/**
 * Says why `created` or `expires` of a signature is not a time in seconds (RFC 9421, section 2.3). Undefined if all
 * are.
 */
export function timeFlaw(request: ReceivedRequest): string | undefined {
  for (const { signature } of candidatesOf(request, () => undefined)) {
    for (const name of ['created', 'expires']) {
      const value = signature?.input.parameters.get(name)
      if (value === undefined) continue
      const says = `signature "${signature?.label}" has ${name}=${serializeBareItem(value)}`
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        return `${says}, which is not an integer; write ;${name}=1618884473, in seconds since 1970`
      }
      if (value > milliseconds) {
        return `${says}, which is in milliseconds; RFC 9421 counts seconds: ${Math.floor(value / 1000)}`
      }
    }
  }
  return undefined
}

/**
 * Says that the signature that verified has expired (RFC 9421, section 2.3). A request whose signature does not verify
 * has another defect. `now`: the time of the server in milliseconds.
 */
export function expiryFlaw(verification: Verification, now: number): string | undefined {
  const seconds = Math.floor(now / 1000)
  if (!verification.ok || verification.expires === undefined || verification.expires >= seconds)
    return undefined
  const { label, expires } = verification
  return `signature "${label}" has expires=${expires}, which is ${seconds - expires} s before the time of the server, ${showTime(seconds * 1000)}; sign each request anew`
}
