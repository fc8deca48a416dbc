import { createHash } from 'node:crypto'
import type { ReceivedRequest } from '../core/request.ts'
import type { Fault } from './fault.ts'

export function digestOf(algorithm: string, { body }: ReceivedRequest): Buffer {
  return createHash(algorithm.replace('-', '')).update(body).digest()
}

export const digestAlgorithms = ['sha-256', 'sha-512']

/** A body that fits its digest in another way too. */
const fitsToo = (
  id: string,
  says: string,
  others: (request: ReceivedRequest) => ReceivedRequest[],
): Fault => ({
  id,
  breaks: 'signature.digest.matches-body',
  says,
  source: 'behaviour',
  override: ({ verifyDigest }) => ({
    verifyDigest: (request) => {
      const strictly = verifyDigest(request)
      if (strictly.ok) return strictly
      const verifications = others(request).map(verifyDigest)
      return verifications.find(({ ok }) => ok) ?? strictly
    },
  }),
})

/** Comparisons of body and digest that take too much for equal. */
export const digestFaults: readonly Fault[] = [
  fitsToo('digest-by-any-algorithm', 'A digest may use a different algorithm than it names', (request) =>
    digestAlgorithms.map((name) =>
      withHeader(request, 'content-digest', (value) => value.replace(/^sha-\d+/, name)),
    ),
  ),
  fitsToo('digest-of-json', 'A digest of the same JSON with other white space is accepted', (request) => [
    { ...request, body: rewritten(request.body) },
  ]),
]

const rewritten = (body: Uint8Array): Uint8Array => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())))
  } catch {
    return body
  }
}

/** A request as it would be with another value of a header that it has. */
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
