import { expect, test } from 'vitest'
import { folderWith, load } from '../testing/folder.ts'
import { leastFile, wholeFile } from '../testing/whole-file.ts'
import { loadTarget } from './load.ts'

test('a complete target file becomes a target', async () => {
  const cwd = await folderWith({ 't.yaml': wholeFile.text, ...wholeFile.files })
  const target = await loadTarget({ file: 't.yaml', cwd, env: wholeFile.env, now: () => 0 })
  expect(target).toMatchObject({
    name: 'my-wallet',
    file: 't.yaml',
    folder: cwd,
    profile: { name: 'interface', authorizationScheme: 'Bearer' },
    profileOverrides: { authorizationScheme: 'Bearer' },
    baseUrl: 'https://wallet.example/op',
    walletAddress: 'https://wallet.example/alice',
    walletAsset: { assetCode: 'USD', assetScale: 2 },
    connection: {
      url: 'http://127.0.0.1:8443/op',
      headers: { 'x-api-key': 'gateway-s3cret', 'x-literal': '0123' },
      tls: { verify: false },
      requestTimeout: 500,
    },
    origins: ['https://also.example'],
    signing: {
      key: { name: 'signing', keyId: 'client-key-1', alg: 'EdDSA' },
      label: 'sig2',
      components: ['@method', '@target-uri', 'authorization', 'content-digest', 'content-type'],
      parameters: ['keyid', 'created'],
      digest: 'sha-256',
    },
    tokens: { limited: { debitAmount: 500n } },
    otherKey: { key: { name: 'otherKey', keyId: 'other-1' }, boundElsewhere: true },
    otherClient: { signing: { key: { name: 'otherClient.signing', keyId: 'client-2' }, label: 'sig1' } },
    otherWallet: { walletAddress: 'https://wallet.example/bob' },
    incomingPayments: ['https://wallet.example/op/incoming-payments/9'],
    limits: {
      settleTimeout: 120_000,
      maxWait: 0,
      requestsPerSecond: 0.5,
      maxRequests: 10,
      maxPayments: 0,
      controlValue: 100n,
      maxDebitValue: 18446744073709551615n,
      debitBudget: 0n,
    },
    clock: { kind: 'url', url: 'http://127.0.0.1:8080/_control/clock' },
  })
  expect(target.connection.proxy).toBeUndefined()
  expect(target.signing.key.privateKey.equals(wholeFile.key)).toBe(true)
})

test('receivers come from lists, a request or the command, in that order of preference', async () => {
  const { receivers } = await load(wholeFile.text, wholeFile.env, wholeFile.files)
  const command = { kind: 'command', command: ['node', 'make-receiver.mjs'] }
  expect(receivers.accessBaseUrl).toBe('https://carol.example/op')
  expect(receivers.sources).toMatchObject({
    open: {
      kind: 'create',
      walletAddress: 'https://carol.example/carol',
      baseUrl: 'https://carol.example/op',
    },
    fixed: {
      kind: 'list',
      receivers: [
        {
          url: 'https://wallet.example/op/incoming-payments/2',
          incomingAmount: { value: '500', assetCode: 'USD', assetScale: 2 },
        },
        { url: 'https://wallet.example/op/incoming-payments/3' },
      ],
    },
    expired: command,
    completed: command,
    failing: command,
  })
  expect(receivers.sources.otherAsset).toBeUndefined()
})

test('every token carries the name of its place in the target file', async () => {
  const { tokens, otherClient, otherWallet, receivers } = await load(
    wholeFile.text,
    wholeFile.env,
    wholeFile.files,
  )
  const { open } = receivers.sources
  const all = [
    tokens.full,
    tokens.readOnly,
    tokens.writeOnly,
    tokens.revoked,
    tokens.limited?.token,
    otherClient?.token,
    otherWallet?.token,
    receivers.access,
    open?.kind === 'create' ? open.token : undefined,
  ]
  const named = await Promise.all(all.map(async (token) => [token?.name, await token?.value()]))
  expect(Object.fromEntries(named)).toEqual({
    'tokens.full': 'full-s3cret',
    'tokens.readOnly': 'read-s3cret',
    'tokens.writeOnly': 'write-s3cret',
    'tokens.revoked': 'revoked-s3cret',
    'tokens.limited.token': 'limited-s3cret',
    'otherClient.token': 'client2-s3cret',
    'otherWallet.token': 'bob-s3cret',
    'receivers.access.token': 'carol-s3cret',
    'receivers.open.create.token': 'carol-s3cret',
  })
  expect(tokens.expired).toBeUndefined()
})

test('every secret is known for redaction, and one that a command prints once it has run', async () => {
  const target = await load(wholeFile.text, wholeFile.env, wholeFile.files)
  const known = (): string[] => target.secrets.map(({ value }) => value)
  const { d } = wholeFile.key.export({ format: 'jwk' })
  const inFiles = Object.values(wholeFile.files).flatMap((text) => /"d":"([^"]*)"/.exec(text)?.[1] ?? [])
  expect(inFiles).toHaveLength(2)
  const expected = [...Object.values(wholeFile.env).map((value) => value.trimEnd()), ...inFiles, d, '0123']
  expect(known().map((value) => value.trimEnd())).toEqual(expect.arrayContaining(expected))
  expect(known()).not.toContain('revoked-s3cret')
  await target.tokens.revoked?.value()
  expect(known()).toContain('revoked-s3cret')
})

test('values of variables and files are secrets under any key, except those that records have to show', async () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the target file's own notation
  const text = leastFile(
    [
      'name: n-${NAME}',
      'headers: { x-key: "Bearer ${PART}" }',
      'connectUrl: "http://127.0.0.1/${CONNECT}"',
      'receivers: { command: [node, "${ARGUMENT}"], open: ["https://wallet.example/op/incoming-payments/${RECEIVER}"] }',
      'incomingPayments: ["file:payment.txt"]',
      'limits: { debitBudget: "${BUDGET}", requestTimeout: "${SHORT:-10s}" }',
      'clock: { url: "http://127.0.0.1/${DEFAULTED:-in-the-file}" }',
    ].join('\n'),
  )
    .replace('wallet.example/alice', '${HOST}/${USER}')
    .replace('full: abc', 'full: pre-${TOKEN}')
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the target file's own notation
  const env = {
    NAME: 'value-of-name',
    PART: 'value-of-part',
    CONNECT: 'value-of-connect',
    ARGUMENT: 'value-of-argument',
    RECEIVER: 'value-of-receiver',
    BUDGET: '1000000',
    HOST: 'wallet.example',
    USER: 'value-of-user',
    TOKEN: 'value-of-token',
  }
  const files = { 'payment.txt': 'https://wallet.example/op/incoming-payments/1' }
  const { secrets } = await load(text, env, files)
  const known = secrets.filter(({ name }) => name !== 'signing.privateKey')
  expect(known.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'headers.x-key Bearer value-of-part',
    'tokens.full pre-value-of-token',
    'tokens.full value-of-token',
    'name value-of-name',
    'headers.x-key value-of-part',
    'connectUrl value-of-connect',
    'receivers.command value-of-argument',
  ])
})

test('a minimal target file gets the defaults of the schema', async () => {
  expect(await load(leastFile())).toMatchObject({
    name: 'wallet.example',
    profile: { name: 'interface' },
    profileOverrides: {},
    connection: {
      url: 'https://wallet.example/op',
      headers: {},
      tls: { verify: true },
      requestTimeout: 5000,
    },
    origins: [],
    signing: {
      key: { keyId: 'k', alg: 'EdDSA' },
      label: 'sig1',
      components: ['@method', '@target-uri', 'authorization', 'content-digest'],
      parameters: ['created', 'keyid'],
      digest: 'sha-512',
    },
    receivers: { sources: {} },
    incomingPayments: [],
    limits: {
      settleTimeout: 20_000,
      maxWait: 0,
      requestsPerSecond: 0,
      maxRequests: 20_000,
      maxPayments: 200,
      maxDebitValue: 1000n,
      debitBudget: 100_000n,
    },
  })
})

test('a target file may be JSON, indented with tabs', async () => {
  const least = {
    version: 1,
    baseUrl: 'https://wallet.example',
    walletAddress: 'https://wallet.example/alice',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
    signing: { privateKey: '${OP_PRIVATE_KEY}', keyId: 'k' },
    tokens: { full: 'abc' },
  }
  const target = await load(JSON.stringify(least, undefined, '\t'), wholeFile.env)
  expect(target.signing.key.privateKey.equals(wholeFile.key)).toBe(true)
})

test('a value that is quoted in { } may hold a variable', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
  const more = 'otherWallet: { walletAddress: "https://wallet.example/bob", token: "${OP_TOKEN_BOB}" }'
  const { otherWallet } = await load(leastFile(more), wholeFile.env)
  expect(await otherWallet?.token.value()).toBe('bob-s3cret')
})

test.each([
  ['{ https://wallet.example: http://127.0.0.1:3000 }', 'https://wallet.example/op'],
  ['{ https://WALLET.example:443: http://127.0.0.1:3000/ }', 'https://wallet.example:443/op'],
])('with connectUrls %s the server at %s is reached there', async (connectUrls, baseUrl) => {
  const text = leastFile(`connectUrls: ${connectUrls}`).replace('https://wallet.example/op', baseUrl)
  expect((await load(text)).connection).toMatchObject({
    url: 'http://127.0.0.1:3000/op',
    insteadOf: { 'https://wallet.example': 'http://127.0.0.1:3000' },
  })
})

test('a proxy of the environment is used if the file gives none, and its password is a secret', async () => {
  const { connection, secrets } = await load(leastFile(), {
    HTTPS_PROXY: 'http://me:pass%20word@p.example:1',
  })
  expect(connection.proxy).toBe('http://me:pass%20word@p.example:1')
  expect(secrets.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['pass%20word', 'pass word', Buffer.from('me:pass word').toString('base64')]),
  )
})

test('the proxy of the file overrides that of the environment, and NO_PROXY overrides both', async () => {
  const env = { HTTPS_PROXY: 'http://other.example' }
  const text = leastFile('proxy: http://p.example:1')
  expect((await load(text, env)).connection.proxy).toBe('http://p.example:1')
  expect((await load(text, { ...env, NO_PROXY: 'wallet.example' })).connection.proxy).toBeUndefined()
})

test('a clock can be a command', async () => {
  const { clock } = await load(leastFile('clock: { command: [node, advance.mjs] }'))
  expect(clock).toEqual({ kind: 'command', command: ['node', 'advance.mjs'] })
})

test('the profile of the command line overrides that of the file', async () => {
  const cwd = await folderWith({ 't.yaml': leastFile('profile: nonsense') })
  const options = { file: 't.yaml', cwd, env: {}, now: () => 0 }
  expect((await loadTarget({ ...options, profileName: 'interface' })).profile.name).toBe('interface')
  await expect(loadTarget({ ...options, profileName: 'intrface' })).rejects.toThrow(
    'did you mean "interface"',
  )
})

test('the error for a missing target file says what to do', async () => {
  const cwd = await folderWith({})
  await expect(loadTarget({ file: 'x.yaml', cwd, env: {}, now: () => 0 })).rejects.toMatchObject({
    code: 'ERR_TARGET_FILE_UNREADABLE',
    message:
      'The target file x.yaml does not exist; name the target file of your server, or write one with `op-conformance init` (`op-conformance mock --write-target FILE` writes an example)',
  })
})
