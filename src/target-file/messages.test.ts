// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the target file's own notation
import { expect, test } from 'vitest'
import { refusal } from './testing/folder.ts'
import { ed25519, encryptedPemOf, jwkOf, pemOf, rsa } from './testing/keys.ts'
import { leastFile } from './testing/whole-file.ts'

const older = 'Update op-conformance if the file is for a newer version'
const env = { EMPTY: '', PEM: pemOf(ed25519()), ENCRYPTED: encryptedPemOf(ed25519()), RSA: pemOf(rsa()) }

/** Returns the smallest valid file with one line replaced. */
const but = (from: string | RegExp, to: string): string => leastFile().replace(from, to)
const key = /privateKey: .*/

test.each<[string, string, `ERR_${string}`, string | RegExp]>([
  [
    'a token that is part of the base URL',
    but('full: abc', 'full: wallet.example'),
    'ERR_TARGET_VALUE',
    't.yaml:7: tokens.full: The value is part of https://wallet.example/op, so that it cannot be hidden in records. Use a long random token.',
  ],
  [
    'a token that is part of a path of the service',
    but('full: abc', 'full: quotes'),
    'ERR_TARGET_VALUE',
    't.yaml:7: tokens.full: The value is part of /quotes, so that it cannot be hidden in records. Use a long random token.',
  ],
  [
    'a wrong key',
    but('baseUrl', 'baseURL'),
    'ERR_TARGET_UNKNOWN_KEY',
    `t.yaml:2: baseURL: Unknown key. Did you mean "baseUrl"? ${older}.`,
  ],
  [
    'a port that authorization servers do not connect to',
    leastFile('client: { serve: { listen: "127.0.0.1:4190" } }\ngrants: { consent: print }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: client.serve.listen: No program that uses fetch connects to port 4190, so an authorization server may not be able to read the client. Choose another port, such as 4180.',
  ],
  [
    'such a port in the URL of the client',
    leastFile(
      'client: { serve: { listen: "127.0.0.1:4180", url: "http://client.example:6000/me" } }\ngrants: { consent: print }',
    ),
    'ERR_TARGET_VALUE',
    /^t.yaml:8: client.serve.url: No program that uses fetch connects to port 6000,/,
  ],
  [
    'a wrong key inside',
    but('full', 'ful'),
    'ERR_TARGET_UNKNOWN_KEY',
    `t.yaml:7: tokens.ful: Unknown key. Did you mean "full"? ${older}.`,
  ],
  [
    'a key like no other',
    leastFile('webhooks: 1'),
    'ERR_TARGET_UNKNOWN_KEY',
    /^t.yaml:8: webhooks: Unknown key. Use one of: version, name, .*\. Update op-conformance if the file is for a newer version\.$/,
  ],
  [
    'a value where a key was meant',
    but('full: abc', 'full: { abc }'),
    'ERR_TARGET_FILE',
    /^t.yaml: 2 mistakes\n.*tokens.full.command: Missing.*\n.*tokens.full.…: Unknown key/,
  ],
  [
    'a key too few',
    but(/tokens:\n.*\n/, ''),
    'ERR_TARGET_MISSING',
    't.yaml:1: tokens: Missing, expected a mapping of access tokens, full among them. Add it.',
  ],
  [
    'a newer version',
    but('version: 1', 'version: 2'),
    'ERR_TARGET_VERSION',
    `t.yaml:1: version: Found another number, expected the number 1. Write version: 1, or update op-conformance if the file is for a newer version.`,
  ],
  [
    'an unset variable',
    but('abc', '${OP_TOKEN}'),
    'ERR_TARGET_VARIABLE',
    't.yaml:7: tokens.full: The variable OP_TOKEN is not set. Set it, or give a default: ${OP_TOKEN:-default}.',
  ],
  [
    'a variable that is empty',
    but('abc', '${EMPTY}'),
    'ERR_TARGET_VARIABLE',
    't.yaml:7: tokens.full: The variable EMPTY is set, but empty. Set it, or give a default: ${EMPTY:-default}.',
  ],
  [
    'an empty default of a key that has to be',
    but('abc', '${EMPTY:-}'),
    'ERR_TARGET_MISSING',
    't.yaml:6: tokens.full: Missing, expected an access token, or a mapping with command and expiresIn. Add it (for example ${OP_TOKEN}).',
  ],
  [
    'a variable in braces',
    but('full: abc', 'limited: { token: ${OP_TOKEN} }'),
    'ERR_TARGET_SYNTAX',
    't.yaml:7: tokens.limited.token: Inside { } or [ ], YAML reads the braces of a variable as its own. Put it in quotes: "${NAME}".',
  ],
  [
    'a variable in brackets',
    leastFile('origins: [ ${A} ]'),
    'ERR_TARGET_SYNTAX',
    't.yaml:8: origins[0]: Inside { } or [ ], YAML reads the braces of a variable as its own. Put it in quotes: "${NAME}".',
  ],
  [
    'a key that is indented too deeply',
    but(/walletAddress/, '  walletAddress'),
    'ERR_TARGET_SYNTAX',
    't.yaml:3: walletAddress: Indented below baseUrl, which already has a value. Begin it in column 1, like baseUrl.',
  ],
  [
    'a key that is indented too deeply after a comment',
    leastFile('limits:\n  maxWait: 5s\n\n  # why\n   requestTimeout: 5s'),
    'ERR_TARGET_SYNTAX',
    't.yaml:12: limits.requestTimeout: Indented below maxWait, which already has a value. Begin it in column 3, like maxWait.',
  ],
  [
    'a key that is not indented deeply enough',
    leastFile('receivers:\n  access:\n      token: abc\n     accessBaseUrl: x'),
    'ERR_TARGET_SYNTAX',
    't.yaml:11: receivers.access: Begins in column 6, which fits nothing around it. Begin it in column 7, like token.',
  ],
  [
    'an item that is not indented deeply enough',
    leastFile('receivers:\n  open:\n    - https://wallet.example/1\n   - https://wallet.example/2'),
    'ERR_TARGET_SYNTAX',
    't.yaml:11: receivers.open[1]: Begins in column 4, which fits nothing around it. Begin it in column 5, like the item before it.',
  ],
  [
    'a key below a key whose value may be secret',
    leastFile('headers:\n  s3cret: x\n    other: y'),
    'ERR_TARGET_SYNTAX',
    't.yaml:10: headers: Indented below the key before it, which already has a value. Begin it in column 3, like the key before it.',
  ],
  [
    'a key that is indented too deeply after a PEM',
    leastFile('otherKey:\n  privateKey: |\n    Proc-Type: x\n    abc\n  keyId: k\n    alg: EdDSA'),
    'ERR_TARGET_SYNTAX',
    't.yaml:13: otherKey.alg: Indented below keyId, which already has a value. Begin it in column 3, like keyId.',
  ],
  [
    'a file that is not there',
    but('abc', 'file:no.txt'),
    'ERR_TARGET_FILE_VALUE',
    't.yaml:7: tokens.full: The file after "file:" does not exist. Give the path of a text file, relative to the folder of the target file.',
  ],
  [
    'a number for a token',
    but('abc', '0123'),
    'ERR_TARGET_VALUE',
    't.yaml:7: tokens.full: Found a number, expected an access token, or a mapping with command and expiresIn. Put it in quotes (for example ${OP_TOKEN}).',
  ],
  [
    'a number for an amount',
    leastFile('limits: { maxDebitValue: 18446744073709551615 }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: limits.maxDebitValue: Found a number, expected digits in quotes, at most 18446744073709551615. Put it in quotes (for example "500").',
  ],
  [
    'an amount that is too large',
    leastFile('limits: { maxDebitValue: "18446744073709551616" }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: limits.maxDebitValue: Found another text, expected digits in quotes, at most 18446744073709551615. Correct the value (for example "500").',
  ],
  [
    'a number for a header',
    leastFile('headers:\n  x-n: 7'),
    'ERR_TARGET_VALUE',
    't.yaml:9: headers.x-n: Found a number, expected the value of a header: one line of text in quotes. Put it in quotes (for example "0123").',
  ],
  [
    'a text for a number',
    leastFile('walletAsset: { assetCode: USD, assetScale: "2" }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: walletAsset.assetScale: Found another text, expected a whole number from 0 to 255. Write it without quotes (for example 2). A variable does not work here, because variables are always text.',
  ],
  [
    'a duration without a unit',
    leastFile('limits:\n  maxWait: 5'),
    'ERR_TARGET_VALUE',
    't.yaml:9: limits.maxWait: Found a number, expected a whole number with its unit, ms, s or m. Correct the value (for example 20s).',
  ],
  [
    'a timeout of nothing',
    leastFile('limits: { requestTimeout: 0s }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: limits.requestTimeout: Found another text, expected a whole number above 0 with its unit, ms, s or m. Correct the value (for example 5s).',
  ],
  [
    'a control that is too dear',
    leastFile('limits:\n  controlValue: "1001"'),
    'ERR_TARGET_LIMITS',
    't.yaml:9: limits.controlValue: More than limits.maxDebitValue, which limits every payment. Lower it, or raise limits.maxDebitValue.',
  ],
  [
    'no value',
    but('abc', ''),
    'ERR_TARGET_VALUE',
    't.yaml:7: tokens.full: Found nothing, expected an access token, or a mapping with command and expiresIn. Give it a value or remove the key (for example ${OP_TOKEN}).',
  ],
  [
    'a list for a mapping',
    but('full: abc', '- abc'),
    'ERR_TARGET_VALUE',
    't.yaml:6: tokens: Found a list, expected a mapping of access tokens, full among them. Correct the value.',
  ],
  [
    'a token with its scheme',
    but('abc', 'GNAP abc'),
    'ERR_TARGET_VALUE',
    't.yaml:7: tokens.full: Found text with white space, expected an access token, or a mapping with command and expiresIn. Correct the value (for example ${OP_TOKEN}).',
  ],
  [
    'a base URL with a query',
    but('/op', '/op?x=1'),
    'ERR_TARGET_VALUE',
    't.yaml:2: baseUrl: Found a URL with a query, expected an absolute http or https URL without query or fragment. Correct the value (for example https://wallet.example/op).',
  ],
  [
    'a base URL with a password',
    but('https://', 'https://me:pw@'),
    'ERR_TARGET_VALUE',
    't.yaml:2: baseUrl: Found a URL with a user name or password, expected an absolute http or https URL without query or fragment. Correct the value (for example https://wallet.example/op).',
  ],
  [
    'a payment pointer',
    but('https://wallet.example/alice', '$wallet.example/alice'),
    'ERR_TARGET_VALUE',
    't.yaml:3: walletAddress: Found a payment pointer, expected an absolute http or https URL. Correct the value (for example https://wallet.example/alice).',
  ],
  [
    'a URL with a port that cannot be',
    but('wallet.example/op', 'wallet.example:99999/op'),
    'ERR_TARGET_VALUE',
    't.yaml:2: baseUrl: Found text that is not an absolute URL, expected an absolute http or https URL without query or fragment. Correct the value (for example https://wallet.example/op).',
  ],
  [
    'an origin with a path',
    leastFile('origins:\n  - https://a.example\n  - https://a.example/op'),
    'ERR_TARGET_VALUE',
    't.yaml:10: origins[1]: Found another URL, expected an origin: scheme, host and port of a URL. Correct the value (for example https://wallet.example).',
  ],
  [
    'a receiver with the URL of a quote',
    leastFile('receivers:\n  open:\n    - url: https://a.example/quotes/1'),
    'ERR_TARGET_VALUE',
    't.yaml:10: receivers.open[0].url: Found another URL, expected the URL of an incoming payment, with /incoming-payments/ and an identifier. Correct the value (for example https://wallet.example/op/incoming-payments/1).',
  ],
  [
    'a component too few',
    but(key, '$&\n  components: ["@method", "@target-uri", authorization]'),
    'ERR_TARGET_VALUE',
    't.yaml:6: signing.components: Found a list, expected a list that names content-digest, which every signature has to cover. Correct the value.',
  ],
  [
    'a component twice',
    but(key, '$&\n  components: ["@method", "@target-uri", authorization, content-digest, "@method"]'),
    'ERR_TARGET_VALUE',
    't.yaml:6: signing.components: Found the same item twice, expected a list of components, each once. Correct the value (for example ["@method", "@target-uri", authorization, content-digest]).',
  ],
  [
    'no keyid',
    but(key, '$&\n  parameters: [created]'),
    'ERR_TARGET_VALUE',
    't.yaml:6: signing.parameters: Found a list, expected a list of signature parameters, each once, keyid among them. Correct the value (for example [created, keyid]).',
  ],
  [
    'a header of our own',
    leastFile('headers: { Authorization: x }'),
    'ERR_TARGET_HEADER',
    't.yaml:8: headers.Authorization: Op-conformance sets this header itself. Take it out.',
  ],
  [
    'a header twice',
    leastFile('headers: { x-a: x, X-A: y }'),
    'ERR_TARGET_HEADER',
    /headers.x-a: The header appears twice, with names that differ only in case. Keep one of them.\n.*headers.X-A: /,
  ],
  [
    'no header name',
    leastFile('headers: { "x a": x }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: headers.…: Found text with white space, expected the name of a header. Correct the value (for example x-api-key).',
  ],
  [
    'a certificate without its key',
    leastFile('tls: { cert: "-----BEGIN CERTIFICATE-----" }'),
    'ERR_TARGET_FILE',
    /t.yaml:8: tls.key: Missing, expected a private key in PEM, or file:PATH. Add it/,
  ],
  [
    'a broken certificate',
    leastFile('tls: { ca: "-----BEGIN CERTIFICATE-----" }'),
    'ERR_TLS_CERTIFICATE',
    /^t.yaml:8: tls.ca: Found a certificate that cannot be read, expected certificates in PEM. Check that/,
  ],
  [
    'a clock of two kinds',
    leastFile('clock: { url: "http://a.example", command: [a] }'),
    'ERR_TARGET_VALUE',
    't.yaml:8: clock: Found a mapping, expected either url or command. Correct the value.',
  ],
  [
    'an unknown profile',
    leastFile('profile: intrface'),
    'ERR_UNKNOWN_PROFILE',
    /^t.yaml:8: profile: There is no profile of that name; did you mean "interface"\?/,
  ],
  [
    'an unknown override',
    leastFile('profileOverrides:\n  query:\n    frist: a'),
    'ERR_PROFILE_OVERRIDE',
    't.yaml:10: profileOverrides.query.frist: Is not a key of a profile; did you mean "first"? Correct it or remove it.',
  ],
  [
    'a keyId that is not the kid',
    but(key, '$&\n  keyId: other'),
    'ERR_KEY_ID',
    't.yaml:6: signing.keyId: Not equal to the kid of the JWK. Remove keyId, or set the kid of the JWK to the id that the server knows.',
  ],
  [
    'a key that does not fit its alg',
    but(key, '$&\n  alg: ES256'),
    'ERR_KEY_ALGORITHM',
    't.yaml:6: signing.alg: The alg does not fit the key; the key is an Ed25519 key. Write alg: EdDSA.',
  ],
  [
    'an RSA key without alg',
    but(key, 'privateKey: ${RSA}\n  keyId: k'),
    'ERR_KEY_ALGORITHM',
    't.yaml:4: signing.alg: Missing, and the key is an RSA key, which can sign with PS512 or RS256. Name the algorithm.',
  ],
  [
    'an encrypted PEM',
    but(key, 'privateKey: ${ENCRYPTED}\n  keyId: k'),
    'ERR_KEY_ENCRYPTED',
    't.yaml:5: signing.privateKey: Found a PEM that is encrypted with a passphrase, expected a PEM without a passphrase. Remove the passphrase with `openssl pkcs8 -topk8 -nocrypt -in ENCRYPTED.pem -out KEY.pem`.',
  ],
  [
    'a PEM without keyId',
    but(key, 'privateKey: ${PEM}'),
    'ERR_KEY_ID',
    't.yaml:4: signing.keyId: Missing, and the key itself has no kid. Add the id under which the server knows the key.',
  ],
  [
    'a broken other key',
    leastFile('otherKey:\n  privateKey: "{"'),
    'ERR_KEY_UNREADABLE',
    /^t.yaml:9: otherKey.privateKey: Found text that begins like a JWK but is not JSON, /,
  ],
  [
    'a key of another client that is wrong',
    leastFile(`otherClient:\n  token: abc\n  signing:\n    privateKey: ${JSON.stringify(jwkOf(ed25519()))}`),
    'ERR_KEY_ID',
    /^t.yaml:10: otherClient.signing.keyId: Missing, and/,
  ],
  [
    'an empty file',
    '',
    'ERR_TARGET_VALUE',
    't.yaml:1: Found nothing, expected a mapping of keys such as version, baseUrl and tokens. Give it a value or remove the key.',
  ],
  [
    'a mere text',
    'hello',
    'ERR_TARGET_VALUE',
    't.yaml:1: Found another text, expected a mapping of keys such as version, baseUrl and tokens. Correct the value.',
  ],
  [
    'a tab',
    but('  full', '\tfull'),
    'ERR_TARGET_SYNTAX',
    't.yaml:7: tokens: A tab is used as indentation. Indent with spaces.',
  ],
  [
    'a colon too many',
    but('abc', 'abc: def'),
    'ERR_TARGET_SYNTAX',
    't.yaml:7: tokens.full: A line has a second colon. Put text that holds ": " in quotes.',
  ],
  [
    'a key twice',
    but('full: abc', 'full: abc\n  full: def'),
    'ERR_TARGET_SYNTAX',
    't.yaml:8: tokens.full: The key appears twice. Keep one of them.',
  ],
  ['an open bracket', leastFile('origins: [\nlimits: {}'), 'ERR_TARGET_SYNTAX', /^t.yaml:\d+: /],
  [
    'a text that looks like an alias',
    but('abc', '*abc'),
    'ERR_TARGET_SYNTAX',
    't.yaml:7: tokens.full: An alias does not name an anchor before it, or names an anchor around it. Put text that begins with * in quotes.',
  ],
  [
    'an alias within its anchor',
    leastFile('profileOverrides: &a { query: *a }'),
    'ERR_TARGET_SYNTAX',
    /profileOverrides: An alias does not name an anchor before it, or names an anchor around it/,
  ],
  [
    'a text that looks like a tag',
    but('abc', '!abc'),
    'ERR_TARGET_SYNTAX',
    't.yaml:7: tokens.full: A tag is unknown or does not fit. Put text that begins with ! in quotes.',
  ],
  [
    'a second document',
    leastFile('---\nversion: 1'),
    'ERR_TARGET_SYNTAX',
    /A second document begins. Keep one document in the file, without ---\.$/,
  ],
])('%s is reported with its place and what to do', async (_, text, code, message) => {
  const told = await refusal(text, env)
  if (typeof message === 'string') expect(told.message).toBe(message)
  else expect(told.message).toMatch(message)
  expect(told.code).toBe(code)
})

test('aliases that expand to too much are refused', async () => {
  const nine = (name: string): string => `[${Array(9).fill(`*${name}`).join(', ')}]`
  const lines = ['b', 'c', 'd', 'e', 'f', 'g'].map(
    (name, at) => `  ${name}: &${name} ${nine('abcdef'.charAt(at))}`,
  )
  const { message } = await refusal(leastFile(`profileOverrides:\n  a: &a [x, x]\n${lines.join('\n')}`))
  expect(message).toBe('t.yaml:1: The aliases expand to too much. Write the values out.')
})

test('all mistakes are reported at once, in the order of the file', async () => {
  const text = leastFile('limits:\n  maxWait: 5\n  maxRequests: "1"\nwebhooks: 1')
    .replace('abc', '${OP_TOKEN}')
    .replace('/op', '/op#x')
    .replace(key, '$&\n  keyId: other\n  alg: ES256')
  const { code, message } = await refusal(text)
  expect(code).toBe('ERR_TARGET_FILE')
  expect(message.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
    't.yaml: 7 mistakes',
    '  t.yaml:2: baseUrl',
    '  t.yaml:6: signing.keyId',
    '  t.yaml:7: signing.alg',
    '  t.yaml:9: tokens.full',
    '  t.yaml:11: limits.maxWait',
    '  t.yaml:12: limits.maxRequests',
    '  t.yaml:13: webhooks',
  ])
})
