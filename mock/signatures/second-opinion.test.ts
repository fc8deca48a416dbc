import { createPublicKey } from 'node:crypto'
import { createVerifier, httpbis, type VerifyConfig } from 'http-message-signatures'
import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../core/request.ts'
import { verifyDigest } from './digest.ts'
import { altered, header, keys, privateKey, signed, simplest } from './testing/signing.ts'
import { verifyRequest } from './verify.ts'

const verify = createVerifier(createPublicKey(privateKey), 'ed25519')

/** The verdict of http-message-signatures 1.0.6 on a request. An error counts as no. */
const library = async (
  request: ReceivedRequest,
  config: Partial<VerifyConfig> = {},
): Promise<boolean | null> => {
  const { method, targetUri: url } = request
  const keyLookup = async ({ keyid }: { keyid?: string }) => (keyid === 'client-key-1' ? { verify } : null)
  const message = { method, url, headers: Object.fromEntries(request.headers) }
  return httpbis.verifyMessage({ keyLookup, notAfter: 2e9, ...config }, message).catch(() => false)
}

const mock = (request: ReceivedRequest): boolean =>
  verifyRequest(request, keys).ok && verifyDigest(request).ok

test.each<[what: string, request: ReceivedRequest]>([
  ['the simplest form', await signed()],
  ['components in another order', await signed({ components: [...simplest.components].reverse() })],
  ['another label', await signed({ label: 'my_sig-2' })],
  [
    'alg, nonce and tag',
    await signed({
      parameters: ['tag', 'nonce', 'keyid', 'alg', 'created'],
      values: { ...simplest.values, nonce: 'n', tag: 't' },
    }),
  ],
  [
    'further components',
    await signed({ components: [...simplest.components, 'content-type', '@authority', '@path'] }),
  ],
])('%s: the library verifies what the mock accepts', async (_, request) => {
  expect(mock(request)).toBe(true)
  expect(await library(request)).toBe(true)
})

/** Adds an invalid signature, which covers only the method, beside the valid one. */
const beside = async (join: (good: string, bad: string) => string): Promise<ReceivedRequest> => {
  const request = await signed()
  return altered(request, {
    'signature-input': join(header(request, 'signature-input'), 'other=("@method");keyid="client-key-1"'),
    signature: join(header(request, 'signature'), `other=:${Buffer.alloc(64).toString('base64')}:`),
  })
}

const whole = await signed()

interface Difference {
  what: string
  request: ReceivedRequest
  mock: boolean
  library: boolean | null
  /** Says which of them is right, and why. */
  because: string
}

const differences: Difference[] = [
  {
    what: 'another body than the digest is of',
    request: { ...whole, body: Buffer.from('{}') },
    mock: false,
    library: true,
    because:
      'Both: RFC 9421, 7.2.8 leaves the digest to whoever uses it, and the interface covers it to protect the body.',
  },
  {
    what: 'a component listed twice',
    request: await signed({ components: [...simplest.components, '@method'] }),
    mock: false,
    library: true,
    because: 'The mock: RFC 9421, 2.5 has it an error if an identifier occurs more than once.',
  },
  {
    what: 'alg of another algorithm than that of the key',
    request: await signed({ parameters: ['created', 'keyid', 'alg'], values: { alg: 'rsa-pss-sha512' } }),
    mock: false,
    library: true,
    because:
      'The mock: RFC 9421, 3.2, step 6 demands that all that says the algorithm agrees. The library compares where it is given algs.',
  },
  {
    what: 'no component covered that the interface demands',
    request: await signed({ components: ['content-type'] }),
    mock: false,
    library: true,
    because:
      'Both: which components are enough is up to the application (RFC 9421, 3.2.1); the library has requiredFields.',
  },
  {
    what: 'a missing signature',
    request: altered(whole, { signature: undefined, 'signature-input': undefined }),
    mock: false,
    library: null,
    because: 'The mock, because it is a guard. The library returns null, and its caller has to refuse.',
  },
  {
    what: 'an unknown key',
    request: await signed({ values: { keyid: 'stranger' } }),
    mock: false,
    library: null,
    because: 'The mock, because it is a guard. The library returns null, and its caller has to refuse.',
  },
  {
    what: 'a broken signature after a good one',
    request: await beside((good, bad) => `${good}, ${bad}`),
    mock: true,
    library: false,
    because:
      'The mock: a message may carry signatures for others (RFC 9421, 3.2). In the library, the last signature with a known key decides.',
  },
  {
    what: 'parameters with spaces between them',
    request: altered(whole, {
      'signature-input': header(whole, 'signature-input').replace(';created', '; created'),
    }),
    mock: true,
    library: true,
    because: 'Both: they are serialised anew (RFC 9421, 2.3).',
  },
  {
    what: 'a method in small letters that was signed in capitals',
    request: { ...whole, method: 'post' },
    mock: false,
    library: true,
    because:
      'The mock: RFC 9421, 2.2.1 takes the method as it is, and methods are case-sensitive. The library writes capitals.',
  },
]

test.each(differences)('the mock and the library judge $what as recorded', async (difference) => {
  expect(mock(difference.request)).toBe(difference.mock)
  expect(await library(difference.request)).toBe(difference.library)
})
