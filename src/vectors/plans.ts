import type { HttpRequest } from '../core/http-request.ts'
import type { Tamper } from '../http/draft.ts'
import { contentDigest, withDigest } from '../http/request/digest.ts'
import { otherKey, type VectorPlan } from './vector.ts'

const authorization = 'GNAP OS9M2PMHKUR64TB8N6BW7OZB8CDFONP219RP1LT0'

const post = (path: string, body: string): HttpRequest => ({
  method: 'POST',
  url: `https://wallet.example/op${path}`,
  headers: { authorization, 'content-type': 'application/json' },
  body: Buffer.from(body),
})

const get = (path: string): HttpRequest => ({
  method: 'GET',
  url: `https://wallet.example/op${path}`,
  headers: { authorization },
})

const quoteBody = {
  walletAddress: 'https://wallet.example/alice',
  receiver: 'https://bank.example/incoming-payments/0c6dd5b4',
  method: 'ilp',
  debitAmount: { value: '2500', assetCode: 'USD', assetScale: 2 },
}

const createQuote = post('/quotes', JSON.stringify(quoteBody))

const prettyQuote = post('/quotes', JSON.stringify(quoteBody, null, 2))

const createPayment = post(
  '/outgoing-payments',
  '{"walletAddress":"https://wallet.example/alice","quoteId":"https://wallet.example/op/quotes/ab12","metadata":{"note":"caf\u00e9 \u2615 \ud83c\udf89"}}',
)

const getQuote = get('/quotes/ab12')

const listPayments = get(
  '/incoming-payments?wallet-address=https%3A%2F%2Fwallet.example%2Falice&cursor=a%2Fb%20c&first=10',
)

const all = ['@method', '@target-uri', 'authorization', 'content-digest']
const without = (name: string): string[] => all.filter((component) => component !== name)

const headers =
  (change: (headers: HttpRequest['headers']) => Record<string, string | undefined>): Tamper =>
  (message) => {
    const changed = Object.entries({ ...message.headers, ...change(message.headers) })
    const kept = changed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return { ...message, headers: Object.fromEntries(kept) }
  }

const edited = (name: string, from: string | RegExp, to: string): Tamper =>
  headers((own) => ({ [name]: own[name]?.replace(from, to) }))

const bytes = (message: HttpRequest): Uint8Array => message.body ?? new Uint8Array()

type PlanRow = Omit<VectorPlan, 'id' | 'message'> & Partial<Pick<VectorPlan, 'message'>>

/** Makes plans of a table of ids. A row without a message is about a GET. */
const plansOf = (rows: Readonly<Record<string, PlanRow>>): VectorPlan[] =>
  Object.entries(rows).map(([id, row]) => ({ id, message: getQuote, ...row }))

/** Signatures that a server accepts. */
export const accepted: VectorPlan[] = plansOf({
  'post-plainest': { title: 'A POST in the simplest form', message: createQuote },
  'get-plainest': { title: 'A GET in the simplest form: no body, no digest' },
  'get-query': { title: 'Escapes in the query are signed as they are sent', message: listPayments },
  'post-unicode': { title: 'The digest is over the bytes of UTF-8', message: createPayment },
  'post-pretty': { title: 'The digest is over the body as it is written', message: prettyQuote },
  'digest-sha-256': {
    title: 'A digest by sha-256',
    message: createQuote,
    signing: { digest: 'sha-256' },
  },
  'digest-both': {
    title: 'Two digests in one header',
    message: withDigest(
      createQuote,
      `${contentDigest(bytes(createQuote), 'sha-256')}, ${contentDigest(bytes(createQuote), 'sha-512')}`,
    ),
  },
  'official-client': {
    title: 'Components and parameters as @interledger/open-payments has them',
    message: createQuote,
    signing: { components: [...all, 'content-length', 'content-type'], parameters: ['keyid', 'created'] },
  },
  'components-reversed': {
    title: 'The components in another order',
    message: createQuote,
    signing: { components: all.toReversed() },
  },
  label: { title: 'Another label', message: createQuote, signing: { label: 'my-signature_2' } },
  parameters: {
    title: 'alg, nonce and tag beside created and keyid',
    message: createQuote,
    signing: { parameters: ['tag', 'keyid', 'alg', 'nonce', 'created'] },
  },
  'broken-beside-good': {
    title: 'A signature that nobody can verify beside a good one',
    message: createQuote,
    tamper: headers((own) => ({
      'signature-input': `other=("@method");keyid="unknown", ${own['signature-input']}`,
      signature: `other=:${Buffer.alloc(64).toString('base64')}:, ${own['signature']}`,
    })),
  },
})

/** Signatures with one defect each. */
export const refused: VectorPlan[] = [
  ...all.map(
    (name): VectorPlan => ({
      id: `uncovered-${name.replace('@', '')}`,
      title: `${name} is not covered`,
      message: createQuote,
      signing: { components: without(name) },
      breaks: `signature.covers.${name.replace('@', '')}`,
    }),
  ),
  ...plansOf({
    unsigned: {
      title: 'No signature at all',
      tamper: headers(() => ({ signature: undefined, 'signature-input': undefined })),
      breaks: 'signature.required',
    },
    'no-signature': {
      title: 'Signature-Input without Signature',
      tamper: headers(() => ({ signature: undefined })),
      breaks: 'signature.readable',
    },
    'label-in-one-header': {
      title: 'The label differs between the two headers',
      tamper: edited('signature', 'sig1', 'sig2'),
      breaks: 'signature.readable',
    },
    'signature-cut': {
      title: 'A signature that was cut',
      tamper: edited('signature', /=:.*:$/, '=:c2hvcnQ=:'),
      breaks: 'signature.verifies',
    },
    'no-colons': {
      title: 'The base64 of the signature without colons around it',
      tamper: edited('signature', /:/g, ''),
      breaks: 'signature.well-formed.structured-field',
    },
    unquoted: {
      title: 'Components without double quotes',
      tamper: edited('signature-input', /^sig1=\([^)]*\)/, 'sig1=(@method @target-uri authorization)'),
      breaks: 'signature.well-formed.structured-field',
    },
    'component-twice': {
      title: 'A component listed twice',
      signing: { components: ['@method', ...without('content-digest')] },
      breaks: 'signature.well-formed.no-duplicate-component',
    },
    'keyid-absent': {
      title: 'No keyid',
      signing: { parameters: ['created'] },
      breaks: 'signature.keyid.known',
    },
    'keyid-unknown': {
      title: 'A keyid that the server does not know',
      signing: { values: { keyid: 'nobody' } },
      breaks: 'signature.keyid.known',
    },
    'other-key': {
      title: 'Signed by the key of another client',
      signing: { key: otherKey, values: { keyid: 'test-key-ed25519' } },
      breaks: 'signature.verifies',
    },
    alg: {
      title: 'alg names another algorithm than that of the key',
      signing: { parameters: ['created', 'keyid', 'alg'], values: { alg: 'rsa-pss-sha512' } },
      breaks: 'signature.well-formed.alg-fits-key',
    },
    'created-changed': {
      title: 'created was changed after signing',
      tamper: edited('signature-input', /created=(\d+)/, 'created=1767323046'),
      breaks: 'signature.verifies',
    },
    'method-changed': {
      title: 'Signed as a GET, sent as a POST',
      tamper: (message) => ({ ...message, method: 'POST' }),
      breaks: 'signature.verifies',
    },
  }),
  ...targets(),
  ...plansOf({
    'authorization-changed': {
      title: 'The token was changed after signing',
      tamper: edited('authorization', /.$/, '1'),
      breaks: 'signature.verifies',
    },
    'body-changed': {
      title: 'The body was changed after the digest was taken',
      message: createQuote,
      tamper: (message) => ({
        ...message,
        body: Buffer.from(Buffer.from(bytes(message)).toString().replace('2500', '9500')),
      }),
      breaks: 'signature.digest.matches-body',
    },
    'body-rewritten': {
      title: 'The same JSON, written anew after the digest was taken',
      message: createQuote,
      tamper: (message) => ({ ...message, body: bytes(prettyQuote) }),
      breaks: 'signature.digest.matches-body',
    },
    'digest-changed': {
      title: 'The digest was put right after signing',
      message: withDigest(createQuote, contentDigest(bytes(createPayment), 'sha-512')),
      tamper: headers(() => ({ 'content-digest': contentDigest(bytes(createQuote), 'sha-512') })),
      breaks: 'signature.verifies',
    },
    'digest-malformed': {
      title: 'The digest without colons around it',
      message: withDigest(createQuote, contentDigest(bytes(createQuote), 'sha-512').replaceAll(/:/g, '')),
      breaks: 'signature.digest.readable',
    },
    'digest-algorithm': {
      title: 'Only a digest by an algorithm that is not used any more',
      message: withDigest(createQuote, 'md5=:HUXZLQLMuI/KZ5KDcJPcOA==:'),
      breaks: 'signature.digest.algorithm',
    },
  }),
]

function targets(): VectorPlan[] {
  const signedFor = (id: string, title: string, url: string): VectorPlan => ({
    id: `target-${id}`,
    title,
    message: { ...listPayments, url },
    tamper: (message) => ({ ...message, url: listPayments.url }),
    breaks: 'signature.verifies',
  })
  const { url } = listPayments
  return [
    signedFor('scheme', 'Signed for http, sent to https', url.replace('https:', 'http:')),
    signedFor('slash', 'Signed with a slash at the end of the path', url.replace('?', '/?')),
    signedFor('query', 'Signed without the query', url.replace(/\?.*/, '')),
    signedFor('decoded', 'Signed with the escapes of the query decoded', decodeURIComponent(url)),
    signedFor(
      'host',
      'Signed for the host of another port',
      url.replace('wallet.example', 'wallet.example:8443'),
    ),
  ]
}
