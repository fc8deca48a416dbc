import { expect, test } from 'vitest'
import { byKeyOf, type Call, call } from '../testing/call.ts'
import { askQuote } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { lenientSignatures } from './signatures.ts'

type Headers = Record<string, string>

const withSignature = (headers: Headers, change: (signature: string) => string): Headers => ({
  ...headers,
  signature: change(headers['signature'] ?? ''),
})

/** The PHP client sends `Signature: sig1=BASE64`. */
const php: Partial<Call> = {
  parameters: ['keyid', 'created'],
  tamper: (headers) => withSignature(headers, (signature) => signature.replaceAll(':', '')),
}

const unquoted = (text: string): string => text.replace(/\(([^)]*)\)/, (list) => list.replaceAll('"', ''))

const inRustForm = (headers: Headers): Headers => ({
  ...withSignature(headers, (signature) => signature.replace(/^sig1=:|:$/g, '')),
  'signature-input': unquoted(headers['signature-input'] ?? ''),
})

const rustComponents = ['@method', '@target-uri', 'content-type', 'authorization', 'content-digest']

/** The Rust client sends unquoted components and bare base64. Here, the signed components are in quotes. */
const rustQuoted: Partial<Call> = { components: rustComponents, tamper: inRustForm }

/** The Rust client's form in which the signed components have no quotes either, as in the header. */
const rust = (byKey: NonNullable<Call['sign']>): Partial<Call> => ({
  ...rustQuoted,
  sign: (base, signer) =>
    byKey(Buffer.from(base.toString().replace(/"@signature-params": .*$/s, unquoted)), signer),
})

const forms: Array<[string, Partial<Call>, string, string]> = [
  [
    'PHP',
    php,
    'Signature: the value of "sig1" is base64 without colons (RFC 8941, 3.3.5); write sig1=:BASE64:',
    '',
  ],
  [
    'Rust',
    rust(byKeyOf),
    'Signature-Input: the components of "sig1" are not in double quotes (RFC 8941, 3.3.3); write sig1=("@method" …)',
    '; Signature: the value of a member without a label is base64 without colons (RFC 8941, 3.3.5); write LABEL=:BASE64:',
  ],
  [
    'Rust, signed in quotes',
    rustQuoted,
    'Signature-Input: the components of "sig1" are not in double quotes (RFC 8941, 3.3.3); write sig1=("@method" …)',
    '; Signature: the value of a member without a label is base64 without colons (RFC 8941, 3.3.5); write LABEL=:BASE64:',
  ],
]

const lenient = (): Promise<Running> => running({ variants: [lenientSignatures] })

test.each(forms)(
  'the form of %s is accepted by a lenient mock with a warning',
  async (_, form, ...reason) => {
    const mock = await lenient()
    const { status, headers } = await call(mock, { ...askQuote(mock), ...form })
    expect(status).toBe(201)
    const warning = `accepted by --lenient-signatures only: ${reason.join('')}`
    expect(headers['x-mock-warning']).toBe(warning.replaceAll('…', '...'))
  },
)

test.each(forms)(
  'the form of %s is refused by the strict mock, which says why',
  async (_, form, ...reason) => {
    const mock = await running()
    const { status, json, headers } = await call(mock, { ...askQuote(mock), ...form })
    expect([status, json]).toEqual([
      401,
      { error: { code: 'signature-structured', description: reason.join('') } },
    ])
    expect(headers).not.toHaveProperty('x-mock-warning')
  },
)

test.each(forms)(
  'a signature in the form of %s that does not verify is refused all the same',
  async (_, form) => {
    const mock = await lenient()
    const over: Call['over'] = (message) => ({ ...message, url: `${message.url}/` })
    const { status, json } = await call(mock, { ...askQuote(mock), ...form, over })
    expect([status, json]).toMatchObject([401, { error: { code: 'signature-verifies' } }])
  },
)

test('a lenient mock gives no warning about a signature that conforms to RFC 8941', async () => {
  const mock = await lenient()
  const { status, headers } = await call(mock, askQuote(mock))
  expect(status).toBe(201)
  expect(headers).not.toHaveProperty('x-mock-warning')
})

test('a lenient mock refuses a form that no known client sends', async () => {
  const mock = await lenient()
  const stray = (headers: Headers): Headers => withSignature(headers, (signature) => `${signature},`)
  const { status, json } = await call(mock, { ...askQuote(mock), tamper: stray })
  expect([status, json]).toMatchObject([401, { error: { code: 'signature-structured' } }])
})
