import type { Exchange, Explain, Finding } from '../../../mock/exchanges/exchange.ts'
import type { World } from '../../../mock/state/world.ts'
import { ageFlaw } from '../../diagnose/signature/age.ts'
import { differingLines } from '../../diagnose/signature/compare.ts'
import { explainSignatures } from '../../diagnose/signature/explain.ts'
import { type VerifyingKey, verifyingKey } from '../../diagnose/signature/verifying-key.ts'
import { joined, messageOf } from './exchange-message.ts'
import { explainPath } from './explain-path.ts'
import { explainToken } from './explain-token.ts'

/**
 * The likeliest cause for which the mock refused a request, found by trying what clients are known to get wrong.
 * What is found is remembered, as it may take a quarter of a second.
 */
export function explainRefused(): Explain {
  const known = new WeakMap<Exchange, readonly Finding[]>()
  return (exchange, world) => {
    const findings = known.get(exchange) ?? findingsOf(exchange, world)
    known.set(exchange, findings)
    return findings
  }
}

const findingsOf = (exchange: Exchange, world: World): Finding[] => {
  const { refusal, headers } = exchange
  if (!refusal) return []
  const { guard, description } = refusal
  const asTold: Finding = { cause: guard, says: `${description}.` }
  if (guard === 'token-known') {
    const { authorization = '' } = joined(headers)
    return [{ cause: 'token', says: explainToken(authorization, world.tokens.keys()) }]
  }
  if (guard === 'path-known') return [explainPath(exchange, world.publicUrl) ?? asTold]
  if (!isOfSignature.test(guard)) return [asTold]
  return [explainSignature(exchange, world) ?? asTold]
}

const isOfSignature = /^(?:signature|digest)-/

const explainSignature = (exchange: Exchange, world: World): Finding | undefined => {
  const message = messageOf(exchange)
  const now = new Date(exchange.at)
  const { signatures, flaw, cause = '' } = explainSignatures(message, { keys: keysOf(world), bases: [], now })
  const age = ageFlaw(message, now, tolerance)
  if (age !== undefined && (flaw === undefined || cause === 'clock')) return { cause: 'clock', says: age }
  if (flaw === undefined) return undefined
  const compared = signatures.find(({ signed }) => signed !== undefined)
  const lines = compared ? differing(compared.base, compared.signed) : expectedOf(exchange)
  return { cause, says: flaw, ...(lines.length > 0 ? { lines } : {}) }
}

/** Seconds. */
const tolerance = 300

/** Received is what the client signed. */
const differing = (base = '', signed = ''): NonNullable<Finding['lines']> =>
  differingLines(base, signed).map(({ expected, signed: received }) => ({
    ...(received === undefined ? {} : { received }),
    ...(expected === undefined ? {} : { expected }),
  }))

/** The whole base, or digest, where nothing else is known. */
const expectedOf = ({ refusal }: Exchange): NonNullable<Finding['lines']> =>
  refusal?.expected === undefined ? [] : refusal.expected.split('\n').map((expected) => ({ expected }))

/** Every key by which the mock verifies. */
export function keysOf({ keys }: World): VerifyingKey[] {
  return [...keys.values()].flatMap(({ key: { keyId, alg, key } }) => verifyingKey(key, keyId, alg) ?? [])
}
