import type { Override, Variant } from '../changes/change.ts'
import type { ReceivedRequest } from '../core/request.ts'

/** Refuses a request if an earlier one had the same identity. */
export const once =
  (identity: (request: ReceivedRequest) => string): Override =>
  ({ requests: { verifySignature } }) => {
    const seen = new Set<string>()
    return {
      requests: {
        verifySignature: (request, keys) => {
          const verification = verifySignature(request, keys)
          if (!verification.ok) return verification
          const own = identity(request)
          if (seen.has(own))
            return { ok: false, step: 'signature-verifies', reason: 'The signature has been used before' }
          seen.add(own)
          return verification
        },
      },
    }
  }

const signatureOf = ({ headers }: ReceivedRequest): string => headers.get('signature') ?? ''

const withoutNonce = (request: ReceivedRequest): string =>
  [
    request.method,
    request.targetUri,
    request.headers.get('signature-input')?.replace(/;nonce="[^"]*"/g, ''),
  ].join(' ')

/** RFC 9421, section 7.2.2, advises servers to refuse a signature that is sent again. */
export const replayVariants: readonly Variant[] = [
  {
    id: 'signatures-good-once',
    says: 'A signature is accepted once',
    override: once(signatureOf),
  },
  {
    id: 'signatures-good-once-whatever-nonce',
    says: 'A signature is accepted once, and a nonce does not make it another one',
    excludes: ['signatures-good-once'],
    override: once(withoutNonce),
  },
]
