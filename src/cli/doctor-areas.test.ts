import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { doctored, part } from './testing/doctored.ts'
import { newKey } from './testing/keys.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

test('for a good target, the doctor reports every area as good, finds nothing and pays nothing', async () => {
  const { code, stdout, stderr, findings } = await doctored(() => ({}))
  expect({ code, stderr, findings }).toEqual({ code: 0, stderr: '', findings: [] })
  const good = [...stdout.matchAll(/^✓ (\w+) /gm)].map(([, area]) => area)
  expect(good).toEqual(['server', 'clock', 'key', 'token', 'profile', 'wallet', 'receivers', 'others'])
  expect(stdout).toContain('No problems found. To judge the server: op-conformance run t.yaml\n')
  expect(stdout).toMatch(/^\d\d requests sent, 3 quotes created, nothing paid\./m)
})

test('profile: the doctor names the authorization scheme that the server accepts', async () => {
  const { code, findings } = await doctored(() => ({ profileOverrides: { authorizationScheme: 'Bearer' } }))
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ profile',
      'The server accepts tokens.full under the scheme GNAP, not under Bearer as profileOverrides says',
      expect.stringMatching(/^at {4}t\.yaml:\d+: profileOverrides\.authorizationScheme$/),
      'next  write profileOverrides: { authorizationScheme: GNAP }',
    ],
  ])
})

test('profile: the doctor names the parameter by which the server limits a page', async () => {
  const { findings } = await doctored(() => ({ profileOverrides: { query: { first: 'limit' } } }))
  expect(findings.map(([area, fact]) => [area, fact])).toEqual([
    [
      '✗ profile',
      'The server does not limit a page to one item under limit (it has 2), but does so under first',
    ],
  ])
})

test('the doctor lists each token that has too many or too few rights', async () => {
  const { code, findings } = await doctored(({ target }) => {
    const { full, readOnly, writeOnly } = part(target, 'tokens')
    return { tokens: { full, readOnly: writeOnly, writeOnly: readOnly, expired: full } }
  })
  expect(code).toBe(1)
  expect(findings.map(([, fact, place]) => [fact, place])).toEqual([
    ['It is the same token as tokens.full', 'at    t.yaml:15: tokens.expired'],
    [
      'The server refuses tokens.readOnly for GET /outgoing-payments (403: The access token does not permit reading or listing)',
      'at    t.yaml:13: tokens.readOnly',
    ],
    ['The server does not refuse tokens.readOnly for POST /quotes (201)', 'at    t.yaml:13: tokens.readOnly'],
    [
      'The server refuses tokens.writeOnly for POST /quotes (403: The access token does not permit creating)',
      'at    t.yaml:14: tokens.writeOnly',
    ],
    [
      'The server does not refuse tokens.writeOnly for GET /outgoing-payments (200)',
      'at    t.yaml:14: tokens.writeOnly',
    ],
  ])
})

test('the doctor notices by a refused quote that tokens.full may not create', async () => {
  const { findings } = await doctored(({ target }) => ({
    tokens: { full: part(target, 'tokens')['readOnly'] },
  }))
  expect(findings).toEqual([
    [
      '✗ token',
      'The server accepts a list request with tokens.full but refuses a quote (status 403: The access token does not permit creating)',
      'at    t.yaml:12: tokens.full',
      'next  give a token that allows every operation on walletAddress',
    ],
  ])
})

const otherAsset = () => ({ walletAsset: { assetCode: 'EUR', assetScale: 2 } })

test('the doctor reports a wrong walletAsset once, and names the right one', async () => {
  const { findings } = await doctored(otherAsset)
  expect(findings).toEqual([
    [
      '✗ wallet',
      'The wallet address document says USD with scale 2, but walletAsset says something else',
      'at    t.yaml:6: walletAsset',
      'next  set walletAsset: { assetCode: USD, assetScale: 2 }, or remove it',
    ],
  ])
})

test('without a wallet address document, the doctor learns the right asset from what the server debits', async () => {
  const unseen = {
    id: 'wallets-unseen',
    breaks: 'no requirement',
    source: 'behaviour' as const,
    says: 'Wallet addresses lie where nobody listens',
    override: () => ({ urls: { walletsBelow: () => 'http://127.0.0.1:9/' } }),
  }
  const { findings } = await doctored(otherAsset, { serving: { faults: [unseen] } })
  expect(findings).toEqual([
    [
      '✗ wallet',
      'The server debits walletAddress in USD with scale 2, not in walletAsset',
      'at    t.yaml:6: walletAsset',
      'next  set walletAsset: { assetCode: USD, assetScale: 2 }',
    ],
  ])
})

test('the doctor lists each receiver that is not of the kind it is listed under', async () => {
  const { code, findings } = await doctored(({ target }) => {
    const { access, open, fixed, expired, completed } = part(target, 'receivers')
    const [first] = [open].flat()
    return {
      receivers: {
        access,
        open: fixed,
        fixed: open,
        expired: completed,
        completed: expired,
        otherAsset: [first],
      },
    }
  })
  expect(code).toBe(1)
  const said = findings.map(([area, fact = '']) => `${area} ${fact.replace(/http\S+/, 'URL')}`)
  expect([...new Set(said)]).toEqual([
    '! receivers receivers.otherAsset[0] is the same incoming payment as receivers.fixed[0] (URL',
    '✗ receivers URL has an incomingAmount',
    '✗ receivers URL has no incomingAmount',
    "✗ receivers URL is in the wallet's own asset",
    expect.stringMatching(/^✗ receivers URL has not expired \(expiresAt .*\)$/),
    '✗ receivers URL is not completed',
  ])
})

test('the doctor says that a run uses open receivers in another asset, if the file gives none', async () => {
  const { code, findings, stdout } = await doctored(({ target }) => {
    const { access, open, otherAsset, ...others } = part(target, 'receivers')
    const [first] = [open].flat()
    return { receivers: { access, ...others, open: [first, ...[otherAsset].flat()] } }
  })
  expect(code).toBe(0)
  expect(findings.map(([area, fact = '']) => `${area} ${fact.replace(/http\S+/, 'URL')}`)).toEqual([
    "! receivers URL is in another asset (JPY with scale 0) than the wallet's, so a run uses it as one of receivers.otherAsset",
  ])
  expect(stdout).not.toContain('so their checks are skipped')
})

test('the doctor says that receivers.command is asked for expired receivers', async () => {
  const { stdout } = await doctored(({ target }) => ({
    receivers: { open: part(target, 'receivers')['open'], command: ['false'] },
  }))
  expect(stdout).toMatch(/receivers\.expired.*: the run asks receivers\.command for them/)
})

test('the doctor warns about receivers that it cannot read', async () => {
  const { code, findings } = await doctored(({ target }) => ({
    receivers: {
      open: part(target, 'receivers')['open'],
      expired: ['http://elsewhere.example/incoming-payments/1'],
    },
  }))
  expect(code).toBe(0)
  expect(findings).toEqual([
    [
      '! receivers',
      'The incoming payments under receivers.expired cannot be read in full with tokens.full, so their kind is trusted and arriving amounts are not judged',
      expect.stringMatching(/^at {4}t\.yaml:\d+: receivers$/),
      'next  give receivers.access.token, a token that may read them (and receivers.access.baseUrl, if they are on another server)',
    ],
  ])
})

test.each([
  ['receivers.access', () => undefined],
  ['receivers.access.token', (baseUrl: string) => ({ baseUrl })],
])('the doctor asks for no %s if the server shows receivers in the public form', async (_, access) => {
  const { code, stdout, findings } = await doctored(({ target, url }) => ({
    receivers: { open: part(target, 'receivers')['open'], access: access(url) },
  }))
  expect([code, findings]).toEqual([0, []])
  expect(stdout).toContain(
    '- receivers  receivers.open: shown in the public form only, so their kind is trusted\n',
  )
})

test('the doctor reports a fixed receiver that costs more than limits.maxDebitValue', async () => {
  const { findings } = await doctored(({ target }) => ({
    limits: { ...part(target, 'limits'), maxDebitValue: '200' },
  }))
  expect(findings.map(([, fact]) => fact)).toContain(
    'A quote to the first of receivers.fixed debits 500, which is more than limits.maxDebitValue (200), so it is never paid',
  )
})

test('the doctor reports a second wallet, client or key that the server does not accept', async () => {
  const { code, findings } = await doctored(({ target }) => {
    const token = part(target, 'tokens')['readOnly']
    return {
      otherKey: { privateKey: newKey('unknown-7') },
      otherWallet: { ...part(target, 'otherWallet'), token },
      otherClient: { ...part(target, 'otherClient'), token },
    }
  })
  expect(code).toBe(1)
  expect(findings.map(([area, fact]) => [area, fact])).toEqual([
    [
      '✗ others',
      'The server refuses the list of otherWallet with its own token (403: The access token does not cover the wallet address)',
    ],
    [
      '✗ others',
      'The server refuses with this key and this token what it accepts with signing and tokens.full (status 401: the access token is bound to another key than "client-key-2")',
    ],
    [
      '! others',
      'The server answers the key of otherKey in the same way as an invented key id (401: signature "sig1" uses the unknown key "unknown-7")',
    ],
  ])
})

test('the doctor reports a second wallet, client or key that is the same as the first', async () => {
  const { code, findings } = await doctored(({ target }) => {
    const token = part(target, 'tokens')['full']
    return {
      otherKey: part(target, 'signing'),
      otherWallet: { walletAddress: target['walletAddress'], token },
      otherClient: { ...part(target, 'otherClient'), token },
    }
  })
  expect(code).toBe(1)
  expect(findings.map(([area, fact, place = '']) => [area, fact, place.replace(/.*: /, '')])).toEqual([
    ['✗ others', 'It is walletAddress itself', 'otherWallet.walletAddress'],
    ['✗ others', 'It is the same token as tokens.full', 'otherClient.token'],
    ['✗ others', expect.stringMatching(/^It has the key id of signing, "/), 'otherKey'],
  ])
})

test('the doctor reports incomingPayments that do not exist, and a profile that the server does not have', async () => {
  const absent = await doctored(({ target }) => ({
    incomingPayments: [`${target['baseUrl']}/incoming-payments/none`],
  }))
  expect(absent.findings.map(([area, fact]) => [area, fact])).toEqual([
    [
      '✗ receivers',
      expect.stringMatching(
        /none cannot be read \(status 404.*\), and the list of walletAddress does not begin/,
      ),
    ],
  ])
  const { findings } = await doctored(() => ({ profile: 'open-payments' }))
  expect(findings[0]?.slice(0, 2)).toEqual([
    '✗ profile',
    expect.stringMatching(/^The server does not have the operations that profile open-payments/),
  ])
})

test('the doctor notices that tokens.full is bound to the other key', async () => {
  const { findings } = await doctored(({ target }) => ({
    signing: { privateKey: part(target, 'otherKey')['privateKey'] },
    otherKey: part(target, 'signing'),
  }))
  expect(findings[0]).toEqual([
    '✗ key',
    'The server accepts tokens.full with the key of otherKey, not with the key of signing',
    'at    t.yaml:9: signing',
    'next  swap the two keys, or give a token that is bound to signing',
  ])
})

test('the doctor examines nothing else if nothing listens at baseUrl', async () => {
  const { code, findings, stdout } = await doctored(() => ({ baseUrl: 'http://127.0.0.1:1' }))
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ server',
      'Nothing listens at http://127.0.0.1:1',
      'at    t.yaml:4: baseUrl',
      'next  start the server, or correct baseUrl',
    ],
  ])
  expect(stdout).toContain(
    '- clock, key, token, profile, wallet, receivers, others: not examined until the server accepts a valid request\n',
  )
  expect(stdout).toContain('1 request sent, 0 quotes created, nothing paid.')
})

test('limits.maxRequests holds for the doctor too', async () => {
  const { code, stdout } = await doctored(({ target }) => ({
    limits: { ...part(target, 'limits'), maxRequests: 5 },
  }))
  expect(code).toBe(1)
  expect(stdout).toContain('Ended early: limits.maxRequests (5) is used up; raise it in the target file')
  expect(stdout).toContain('5 requests sent')
})

test('the doctor exits with 2 if it cannot read the target file', async () => {
  const { code, stdout, stderr } = await command(['doctor', 'absent.yaml'], { cwd: await folder() })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('absent.yaml does not exist')
})

test('the doctor prints no token and no key, verbose or not', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target, { tokens: { ...part(target, 'tokens'), expired: part(target, 'tokens')['full'] } })
  const { stdout, stderr } = await command(['doctor', 't.yaml', '--verbose'], { cwd })
  const tokens = Object.values(part(target, 'tokens')).filter((token) => typeof token === 'string')
  const { d } = JSON.parse(String(part(target, 'signing')['privateKey']))
  expect(stderr).toContain('doctor GET ')
  for (const secret of [...tokens, d]) expect(stdout + stderr).not.toContain(secret)
})

test.each(['expired', 'revoked'])(
  'the doctor blames tokens.full if the token is %s, and does not blame any key',
  async (kind) => {
    const { code, findings } = await doctored(({ target }) => ({
      tokens: { full: part(target, 'tokens')[kind] },
      otherWallet: undefined,
    }))
    expect(code).toBe(1)
    expect(findings).toEqual([
      [
        '✗ token',
        expect.stringMatching(
          /^The server refuses tokens\.full, whatever the signature \(401: .*(expired|revoked)/,
        ),
        expect.stringMatching(/^at {4}t\.yaml:\d+: tokens\.full$/),
        'next  give a valid token; this one may have expired or been revoked',
      ],
    ])
  },
)

test('the doctor blames a dead proxy, and not baseUrl', async () => {
  const { findings } = await doctored(() => ({ proxy: 'http://127.0.0.1:1' }))
  expect(findings.map(([area, fact = '', place]) => [area, fact.split(':')[0], place])).toEqual([
    ['✗ server', 'The proxy between here and http', expect.stringMatching(/: proxy$/)],
  ])
})

test('the doctor warns about a receiver that is listed twice', async () => {
  const { code, findings } = await doctored(({ target }) => {
    const receivers = part(target, 'receivers')
    const [first, second] = [receivers['open']].flat()
    return { receivers: { ...receivers, open: [first, second, first] } }
  })
  expect(code).toBe(0)
  expect(findings.map(([area, fact = '', place]) => [area, fact.replace(/http\S+/, 'URL'), place])).toEqual([
    [
      '! receivers',
      'receivers.open[2] is the same incoming payment as receivers.open[0] (URL',
      expect.stringMatching(/receivers\.open\[2\]$/),
    ],
  ])
})

test('the doctor reports a token that may not create receivers', async () => {
  const { code, findings } = await doctored(({ target, url }) => ({
    profile: 'open-payments',
    receivers: {
      open: { create: { walletAddress: target['walletAddress'], baseUrl: url, token: 'nonsense' } },
    },
  }))
  expect(code).toBe(1)
  expect(findings).toContainEqual([
    '✗ receivers',
    expect.stringMatching(/^receivers\.open\.create: POST \S+ was not accepted \(status 40[14]/),
    expect.stringMatching(/receivers\.open\.create$/),
    expect.stringMatching(/^next /),
  ])
})

test('the doctor says that created receivers of the kind completed do not serve every check', async () => {
  const { stdout } = await doctored(({ target, url }) => ({
    profile: 'open-payments',
    receivers: {
      completed: { create: { walletAddress: target['walletAddress'], baseUrl: url, token: 'nonsense' } },
    },
  }))
  expect(stdout).toContain('receivers.completed: created ones are completed before they have received')
})

test('the doctor reports a command that makes no receivers', async () => {
  const { code, stdout } = await doctored(() => ({ receivers: { command: [process.execPath, '-e', '0'] } }))
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ receivers .*receivers\.command: asked for a receiver of kind open, the command/)
})
