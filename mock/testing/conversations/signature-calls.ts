import { createHash, createHmac } from 'node:crypto'
import { type Call, digestOf } from '../call.ts'
import { askQuote } from '../requests.ts'
import { noon, type Running } from '../running.ts'

const list = '/incoming-payments?wallet-address=https%3A%2F%2Fmock.example%2Fop%2Falice&first=2'

const signedFor = (change: (url: string) => string): Call => ({
  path: list,
  over: (message) => ({ ...message, url: change(message.url) }),
})

const signedWith = (call: Call, name: string, value: string): Call => ({
  ...call,
  over: (message) => ({ ...message, headers: { ...message.headers, [name]: value } }),
})

const altered = (name: string, change: (value: string) => string): Call => ({
  path: list,
  tamper: (headers) => ({ ...headers, [name]: change(headers[name] ?? '') }),
})

/** Sends two digests, one of which is of another body, and signs only one of them. */
const signedOverOne = (call: Call, signed: string, digests: readonly string[]): Call =>
  signedWith({ ...call, digest: digests.join(', ') }, 'content-digest', signed)

/** Signs an empty content-type, and sends none. */
const withoutSignedHeader = (call: Call): Call => ({
  ...signedWith(call, 'content-type', ''),
  components: ['@method', '@target-uri', 'authorization', 'content-digest', 'content-type'],
  tamper: ({ 'content-type': _, ...headers }) => headers,
})

const noSignature = `:${Buffer.alloc(64).toString('base64')}:`

/** A valid signature that covers too little, beside an invalid one that covers everything. */
const lesserBesideBroken: Call = {
  path: list,
  uncovered: '@method',
  tamper: (headers) => ({
    ...headers,
    signature: `${headers['signature']}, all=${noSignature}`,
    'signature-input': `${headers['signature-input']}, all=("@method" "@target-uri" "authorization");keyid="client-key-1"`,
  }),
}

/**
 * Sends the same label twice: first with the components that were signed, then with components that cover everything.
 */
const labelTwice: Call = {
  path: list,
  uncovered: '@method',
  tamper: (headers) => ({
    ...headers,
    'signature-input': `${headers['signature-input']}, ${headers['signature-input']?.replace('(', '("@method" ')}`,
  }),
}

const minutes = (count: number): Date => new Date(noon + count * 60_000)

/** Signatures from another time, and a nonce that is used twice. */
const untimely: readonly Call[] = [
  { path: list, values: { created: minutes(-600) } },
  { path: list, parameters: ['created', 'expires', 'keyid'], values: { expires: minutes(-1) } },
  { path: list, parameters: ['created', 'keyid', 'nonce'], values: { nonce: 'twice' } },
  { path: list, parameters: ['created', 'keyid', 'nonce'], values: { nonce: 'twice' } },
]

const capitalised = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))

/**
 * Requests whose signature or digest is almost right, and requests whose signature or digest is right in an unusual
 * form.
 */
export function signatureCalls(mock: Running): Call[] {
  const quote = askQuote(mock)
  const body = JSON.stringify(quote.body)
  const pretty = JSON.stringify(quote.body, undefined, 2)
  const half = createHash('sha512').update(body).digest().subarray(0, 32).toString('base64')
  return [
    { path: list, over: (message) => ({ ...message, method: 'PUT' }) },
    signedFor((url) => url.replace('https', 'http')),
    signedFor((url) => url.replace('mock.example/', 'mock.example:443/')),
    signedFor((url) => url.replace('/incoming-payments', '')),
    signedFor((url) => url.replace(/\?.*/, '')),
    signedFor((url) => url.replace(/\?(.*)&(.*)/, '?$2&$1')),
    { ...signedFor((url) => url.replace(/&first=3$/, '')), path: `${list}&first=3` },
    {
      path: list,
      over: (message) => ({
        ...message,
        headers: { authorization: `${message.headers['authorization']}`.replace('GNAP', 'Bearer') },
      }),
    },
    signedWith({ path: list }, 'authorization', `GNAP ${[...mock.world.tokens.keys()].at(-1)}`),
    signedWith(quote, 'content-digest', digestOf(body, 'sha256')),
    signedOverOne(quote, digestOf('{}'), [digestOf('{}'), digestOf(body)]),
    signedOverOne(quote, digestOf('{}'), [digestOf(body), digestOf('{}')]),
    withoutSignedHeader(quote),
    altered('signature-input', (value) => `${value};tag="further"`),
    altered('signature-input', (value) => `${value}, lone=("@method")`),
    altered('signature', (value) => `another-${value}`),
    altered('signature-input', () => 'sig1="x"'),
    altered('signature-input', (value) => value.replace('"@method"', '17')),
    altered('signature', () => 'sig1="x"'),
    lesserBesideBroken,
    labelTwice,
    {
      path: list,
      alg: 'hmac-sha256',
      sign: (base, { key }) =>
        createHmac('sha256', key.key.export({ type: 'spki', format: 'pem' }))
          .update(base)
          .digest(),
    },
    { ...quote, digest: digestOf(body, 'sha256').replace('sha-256', 'sha-512') },
    { ...quote, body: pretty, digest: digestOf(body) },
    { ...quote, body: `${body}\n`, digest: digestOf(body) },
    { ...quote, digest: `sha-512=:${half}:` },
    { ...quote, digest: digestOf('{}').replace('sha-512', 'SHA-512') },
    { path: list, components: [] },
    { path: list, uncovered: '@method', parameters: ['created', 'keyid', 'tag'], values: { tag: '@method' } },
    { path: list.replaceAll('%3A', '%3a') },
    { path: list, tamper: capitalised },
    ...untimely,
  ]
}
