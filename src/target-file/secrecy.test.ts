import fc from 'fast-check'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { ConfigurationError } from '../core/errors.ts'
import { loadTarget } from './reading/load.ts'
import { ec, ed25519, jwkOf, pemOf } from './testing/keys.ts'

/** Recognisable secrets in every place of a file that can hold one. */
const client = pemOf(ed25519()).trim().split('\n')
const other = jwkOf(ec('P-256'), { kid: 'other' })
const certified = await generate([{ name: 'commonName', value: 'client' }])
const tls = certified.private.trim().split(/\r?\n/)
const certificate = certified.cert.trim().split(/\r?\n/)
const indented = (lines: string[]): string => lines.map((line) => `    ${line}`).join('\n')

const text = `version: 1
baseUrl: https://wallet.example/op
walletAddress: https://wallet.example/alice
headers:
  x-api-key: s3cretHeader
tls:
  cert: |
${indented(certificate)}
  key: |
${indented(tls)}
proxy: http://me:s3cretProxy@proxy.example
signing:
  privateKey: |
${indented(client)}
  keyId: client
tokens:
  full: s3cretFull
  readOnly: \${READ}
  writeOnly: file:write.txt
  expired: { command: [node, s3cretArgument], expiresIn: 10s }
  limited:
    token: "s3cretLimited"
    debitAmount: "5"
otherKey:
  privateKey: ${JSON.stringify(other)}
otherClient:
  signing: { privateKey: '${JSON.stringify({ ...other, kid: 'c' })}' }
  token: s3cretClient
otherWallet: { walletAddress: https://wallet.example/bob, token: s3cretBob }
receivers:
  access: { token: s3cretCarol }
  open:
    create:
      walletAddress: https://wallet.example/carol
      baseUrl: https://wallet.example/op
      token: s3cretCreate
`
const env = { READ: 's3cretRead' }
const keyLines = [...client, ...tls].filter((line) => !line.startsWith('-----') && line.length > 12)
const secrets = ['s3cret', String(other.d), ...keyLines.map((line) => line.slice(4, 16))]

const messageFor = async (broken: string, write = 's3cretWrite'): Promise<string> => {
  const options = { file: 't.yaml', cwd: '/nowhere', env, now: () => 0 }
  const readFile = async (path: string): Promise<string> => (path.endsWith('t.yaml') ? broken : write)
  try {
    await loadTarget({ ...options, readFile })
    return ''
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return `${error.message}\n${error.stack}`
  }
}

const expectNoSecret = (message: string): void => {
  for (const secret of secrets) expect(message).not.toContain(secret)
}

const lineOf = (start: string): RegExp => new RegExp(`^( *)${start}`, 'm')

test.each<[string, (whole: string) => string]>([
  ['a token that is not a scalar', (whole) => whole.replace('s3cretFull', '{ s3cretFull }')],
  ['a token that is a list', (whole) => whole.replace('s3cretFull', '[s3cretFull]')],
  ['a token with a colon', (whole) => whole.replace('s3cretFull', 's3cretFull: s3cretMore')],
  ['a token that looks like an alias', (whole) => whole.replace('s3cretFull', '*s3cretFull')],
  ['a token that looks like a tag', (whole) => whole.replace('s3cretFull', '!s3cretFull')],
  ['a token with a space', (whole) => whole.replace('s3cretFull', 's3cretFull s3cretFull')],
  ['a token as a key', (whole) => whole.replace('full: s3cretFull', '? s3cretFull')],
  ['a token with an unclosed quote', (whole) => whole.replace('"s3cretLimited"', '"s3cretLimited')],
  ['a token in braces within braces', (whole) => whole.replace('s3cretBob', '{{s3cretBob}: s3cretBob}')],
  ['an unset variable', (whole) => whole.replace('READ}', 'READ_s3} s3cretRead')],
  ['a token in place of a path', (whole) => whole.replace('file:write.txt', '${s3cretWrite')],
  ['a PEM that is not indented', (whole) => whole.replace(/^ {4}/gm, '')],
  ['a PEM on one line', (whole) => whole.replace(indented(client), `    ${client.join('')}`)],
  ['a PEM with a line too few', (whole) => whole.replace(`    ${tls[4]}\n`, '')],
  ['a JWK with a broken d', (whole) => whole.replaceAll(String(other.d), `${other.d}${other.d}`)],
  ['a JWK that is not JSON', (whole) => whole.replace(`'${JSON.stringify(other).slice(0, 1)}`, "'{,")],
  ['an alg that is a secret', (whole) => whole.replace('keyId: client', 'keyId: client\n  alg: s3cretAlg')],
  ['a keyId that is a secret', (whole) => whole.replace('keyId: client', 'keyId: "\\u0007s3cretKeyId"')],
  ['a proxy of another scheme', (whole) => whole.replace('http://me', 'socks5://me')],
  ['a password in baseUrl', (whole) => whole.replace('https://wallet', 'https://me:s3cretPassword@wallet')],
  ['a header without a name', (whole) => whole.replace('x-api-key: ', '')],
  ['a header without a value', (whole) => whole.replace('x-api-key: s3cretHeader', 's3cretHeader:')],
  ['a profile that is a secret', (whole) => `${whole}profile: s3cretProfile\n`],
  [
    'an override that is a secret',
    (whole) => `${whole}profileOverrides: { query: s3cret, s3cretOverride }\n`,
  ],
  ['a list for the whole', (whole) => whole.replace(lineOf('version'), '- version')],
])('the error for %s shows no secret of the file', async (_, tamper) => {
  const broken = tamper(text)
  expect(broken).not.toBe(text)
  const message = await messageFor(broken)
  expect(message).toContain('t.yaml')
  expectNoSecret(message)
})

test('the file is accepted as long as nothing in it is broken', async () => {
  expect(await messageFor(text)).toBe('')
})

test('the error for a file with a token does not show its content', async () => {
  const message = await messageFor(text, 's3cret of several words')
  expect(message).toContain('tokens.writeOnly: Found text with white space')
  expectNoSecret(message)
})

test('no error shows a secret, wherever characters of the file are lost, added or changed', async () => {
  const slip = fc.record({
    at: fc.nat(text.length),
    lost: fc.nat(3),
    added: fc.constantFrom(
      '',
      ' ',
      '\n',
      ':',
      ': ',
      '- ',
      '"',
      "'",
      '{',
      '}',
      '[',
      ',',
      '#',
      '&',
      '*',
      '!',
      '$',
      '|',
      '? ',
      '\t',
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(slip, { minLength: 1, maxLength: 3 }), async (slips) => {
      const broken = slips.reduce(
        (whole, { at, lost, added }) => whole.slice(0, at) + added + whole.slice(at + lost),
        text,
      )
      expectNoSecret(await messageFor(broken))
    }),
    { numRuns: 200 },
  )
})
