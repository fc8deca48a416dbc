import { createHash } from 'node:crypto'
import type { ReceivedRequest } from '../../core/request.ts'
import type { Behaviour } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'

export function digestOf(algorithm: string, { body }: ReceivedRequest): Buffer {
  return createHash(algorithm.replace('-', '')).update(body).digest()
}

export const digestAlgorithms = ['sha-256', 'sha-512']

type VerifyDigest = Behaviour['requests']['verifyDigest']

/** Accepts a digest that is valid for one of these other requests. */
const fitsToo =
  (others: (request: ReceivedRequest) => ReceivedRequest[]) =>
  (verifyDigest: VerifyDigest): VerifyDigest =>
  (request) => {
    const strictly = verifyDigest(request)
    if (strictly.ok) return strictly
    return (
      others(request)
        .map(verifyDigest)
        .find(({ ok }) => ok) ?? strictly
    )
  }

/** Faults of comparisons between body and digest that accept too much. */
export const digestFaults: readonly Defect[] = faultsBy('requests', 'verifyDigest', [
  {
    id: 'digest-by-any-algorithm',
    breaks: 'signature.digest.matches-body',
    says: 'A digest may use a different algorithm than it names',
    by: fitsToo((request) =>
      digestAlgorithms.map((name) =>
        withHeader(request, 'content-digest', (value) => value.replace(/^sha-\d+/, name)),
      ),
    ),
  },
  {
    id: 'digest-of-json',
    breaks: 'signature.digest.matches-body',
    says: 'A digest of the same JSON with other white space is accepted',
    by: fitsToo((request) => [{ ...request, body: rewritten(request.body) }]),
  },
])

const rewritten = (body: Uint8Array): Uint8Array => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())))
  } catch {
    return body
  }
}

/** Returns a copy of a request with one of its headers changed. A missing header stays missing. */
export function withHeader(
  request: ReceivedRequest,
  name: string,
  change: (value: string) => string,
): ReceivedRequest {
  const value = request.headers.get(name)
  return value === undefined
    ? request
    : { ...request, headers: new Map(request.headers).set(name, change(value)) }
}
