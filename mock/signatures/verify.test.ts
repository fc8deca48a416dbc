import { expect, test } from 'vitest'
import { altered, type Client, header, keys, signed, signedByHand, simplest } from './testing/signing.ts'
import { verifyRequest } from './verify.ts'

const accepted = { ok: true, label: 'sig1', keyId: 'client-key-1' }

const official = [
  '@method',
  '@target-uri',
  'authorization',
  'content-digest',
  'content-length',
  'content-type',
]

const conforming: Record<string, Partial<Client>> = {
  'the simplest form': {},
  'components in another order': { components: [...simplest.components].reverse() },
  'the official client': { components: official, parameters: ['keyid', 'created'] },
  'the Go and .NET clients, which say alg': { components: official, parameters: ['created', 'keyid', 'alg'] },
  'expires, nonce and tag, long past': {
    parameters: ['tag', 'expires', 'nonce', 'keyid', 'created'],
    values: { ...simplest.values, expires: new Date(1_700_000_001_000), nonce: 'n', tag: 'app' },
  },
  'no created': { parameters: ['keyid'] },
  'a GET without a body, content-type covered': {
    method: 'GET',
    targetUri: 'https://wallet.example/op/quotes/1?wallet-address=https%3A%2F%2Fx.example%2F%7ea&first=10',
    headers: { authorization: 'GNAP token-1', 'content-type': 'application/json' },
    body: '',
    components: ['@method', '@target-uri', 'authorization', 'content-type'],
  },
  'a digest on a GET': { method: 'GET', body: '' },
  'no authorization, which is then not demanded': {
    headers: { 'content-digest': header(await signed(), 'content-digest') },
    components: ['@method', '@target-uri', 'content-digest'],
  },
  'every derived component': {
    targetUri: 'https://wallet.example:8443/op/quotes?first=10&cursor=a%20b',
    components: [
      ...simplest.components,
      '@authority',
      '@scheme',
      '@request-target',
      '@path',
      '@query',
      '"@query-param";name="cursor"',
    ],
  },
  'headers with sf, bs and key': {
    components: [
      '@method',
      '@target-uri',
      '"authorization";bs',
      '"content-digest";sf',
      '"content-digest";key="sha-512"',
      'content-digest',
      '"content-type";bs',
    ],
  },
}

test.each(Object.entries(conforming))('%s is accepted', async (_, changes) => {
  expect(verifyRequest(await signed(changes), keys)).toMatchObject(accepted)
})

test('another label is accepted and named', async () => {
  expect(verifyRequest(await signed({ label: 'my_sig-2' }), keys)).toEqual({ ...accepted, label: 'my_sig-2' })
})

test('a signature over parameters as written, or as RFC 9421 serialises them, is accepted', async () => {
  const spaced = '( "@method"  "@target-uri" "authorization" "content-digest" ); keyid="client-key-1"'
  const { headers } = simplest
  const lines = [
    '"@method": POST',
    `"@target-uri": ${simplest.targetUri}`,
    `"authorization": ${headers.authorization}`,
    `"content-digest": ${headers['content-digest']}`,
  ]
  expect(verifyRequest(signedByHand(spaced, lines), keys)).toEqual(accepted)
  const request = signedByHand(
    spaced.replace('( ', '(').replace('  ', ' ').replace(' )', ')').replace('; ', ';'),
    lines,
  )
  expect(verifyRequest(altered(request, { 'signature-input': `sig1=${spaced}` }), keys)).toEqual(accepted)
})

test.each([
  ['before', (good: string, bad: string) => `${bad}, ${good}`],
  ['after', (good: string, bad: string) => `${good}, ${bad}`],
])('a broken signature %s a good one is ignored', async (_, join) => {
  const request = await signed()
  const [input, signature] = [header(request, 'signature-input'), header(request, 'signature')]
  const both = altered(request, {
    'signature-input': join(input, 'other=("@method");keyid="unknown, \\"it is"'),
    signature: join(signature, 'other=:AAAA:'),
  })
  expect(verifyRequest(both, keys)).toEqual(accepted)
})

test.each(['signature', 'signature-input'])(
  'a label that only %s has is ignored beside a good signature',
  async (name) => {
    const request = await signed()
    const stray = name === 'signature' ? 'stray=:AAAA:' : 'stray=("@method")'
    expect(verifyRequest(altered(request, { [name]: `${stray}, ${header(request, name)}` }), keys)).toEqual(
      accepted,
    )
  },
)

test('the refusal of several invalid signatures explains the one that passed the most steps', async () => {
  const request = await signed({ components: ['@method'] })
  const far = await signed({ label: 'far' })
  const both = altered(request, {
    'signature-input': `${header(request, 'signature-input')}, ${header(far, 'signature-input')}, x=()`,
    signature: `${header(request, 'signature')}, far=:${Buffer.alloc(64).toString('base64')}:`,
  })
  expect(verifyRequest(both, keys)).toMatchObject({
    step: 'signature-verifies',
    reason: expect.stringContaining('signature "far" does not verify'),
  })
})
