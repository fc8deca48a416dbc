import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { folder } from '../../cli/testing/command.ts'
import type { RunEvent } from '../../core/events.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { clientCatalogue } from '../../diagnose/client/claims.ts'
import { sign } from '../../http/request/sign.ts'
import { plainSigning } from '../../http/testing/target.ts'
import { judge } from '../../judge/judged-again.ts'
import { loadSchemas } from '../../report/data/json.ts'
import { type Environment, type JudgedClient, judged } from './testing/judged.ts'

interface Sent {
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  /** The token: that of the environment by default, none if null. */
  token?: string | null
  /** The signing key: that of the environment by default, none if null. */
  key?: KeyObject | null
  /** The last change to the message, after it was signed. */
  tamper?: (message: HttpRequest) => HttpRequest
}

/** Signs a request as the harness does, and sends it. */
const send = async (
  environment: Environment,
  { method = 'GET', path, body, token = environment['OP_TOKEN'] ?? '', key, tamper }: Sent,
): Promise<Response> => {
  const message: HttpRequest = {
    method,
    url: environment['OP_BASE_URL'] + path,
    headers: {
      ...(token === null ? {} : { authorization: `GNAP ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  }
  const privateKey = key ?? createPrivateKey(environment['OP_PRIVATE_KEY'] ?? '')
  const signing = {
    ...plainSigning,
    key: { ...plainSigning.key, privateKey, keyId: environment['OP_KEY_ID'] ?? '' },
  }
  const signed = key === null ? message : (await sign(message, signing, new Date())).message
  const { url, headers, body: bytes } = tamper ? tamper(signed) : signed
  return fetch(url, { method, headers, ...(bytes ? { body: Buffer.from(bytes) } : {}) })
}

const quote = ({ OP_WALLET_ADDRESS, OP_RECEIVER }: Environment): Record<string, unknown> => ({
  walletAddress: OP_WALLET_ADDRESS,
  receiver: OP_RECEIVER,
  method: 'ilp',
  debitAmount: { value: '100', assetCode: 'USD', assetScale: 2 },
})

const list = { path: '/incoming-payments?first=2' }

/** A client that quotes, pays, reads and lists, as the specification asks. */
const conforming = async (environment: Environment): Promise<void> => {
  const quoted = await send(environment, { method: 'POST', path: '/quotes', body: quote(environment) })
  expect(quoted.status).toBe(201)
  const { id } = (await quoted.json()) as { id: string }
  const body = { walletAddress: environment['OP_WALLET_ADDRESS'], quoteId: id }
  expect((await send(environment, { method: 'POST', path: '/outgoing-payments', body })).status).toBe(201)
  expect((await send(environment, list)).status).toBe(200)
}

const failedIn = ({ report }: JudgedClient): string[] =>
  report.findings.filter(({ grade }) => grade === 'failure').map(({ requirement }) => requirement)

test('a client that keeps the interface is judged conforming', async () => {
  const ran = await judged(conforming)
  expect(failedIn(ran)).toEqual([])
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('No MUST failed among the requirements that could be judged.')
  expect(ran.stderr).toMatch(/^client of http:.*\nprofile {3}interface\nharness {3}op-conformance /m)
  expect(ran.stderr).not.toMatch(/^seed /m)
  const { judged: count, untested } = ran.report.counts.coverage
  expect(count).toBeGreaterThan(30)
  expect(untested).toBe(0)
  expect(ran.report.run).toMatchObject({ judges: 'client', profile: 'interface' })
})

const foreign = generateKeyPairSync('ed25519')

const broken: Array<[string, (environment: Environment) => Promise<unknown>, string[]]> = [
  ['reads without a signature', (it) => send(it, { ...list, key: null }), ['client.signature.made']],
  [
    'takes the digest of other JSON than it sends',
    (it) => {
      const body = quote(it)
      const written = Buffer.from(JSON.stringify(body, null, 2))
      const tamper = (message: HttpRequest): HttpRequest => ({ ...message, body: written })
      return send(it, { method: 'POST', path: '/quotes', body, tamper })
    },
    ['client.digest.of-body'],
  ],
  [
    'signs with another key than its keyid names',
    (it) => send(it, { ...list, key: foreign.privateKey }),
    ['signature.keyid.equals-kid'],
  ],
  [
    'gives both amounts',
    (it) =>
      send(it, {
        method: 'POST',
        path: '/quotes',
        body: { ...quote(it), receiveAmount: quote(it)['debitAmount'] },
      }),
    ['create-quote.amounts.exclusive'],
  ],
]

test.each(broken)('a client that %s fails, and the report tells why', async (_, client, requirements) => {
  const cwd = await folder()
  const file = join(cwd, 'foreign.json')
  const jwk = { ...createPublicKey(foreign.privateKey).export({ format: 'jwk' }), kid: 'foreign-key' }
  writeFileSync(file, JSON.stringify({ keys: [jwk] }))
  const ran = await judged(async (environment) => void (await client(environment)), '--client-key', file)
  expect(failedIn(ran)).toEqual(requirements)
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain(`[MUST ${requirements[0]}`)
  expect(ran.stderr).toContain('Not conforming: 1 requirement of level MUST failed.')
})

/** Creates a tenant, and returns the variables that it gives to a client. */
const inTenant = async (it: Environment, asked: object = {}): Promise<Environment> => {
  const answer = await fetch(`${it['OP_BASE_URL']}/_control/tenants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const { target } = (await answer.json()) as {
    target: { baseUrl: string; signing: { keyId: string }; tokens: { full: string } }
  }
  return { ...it, OP_BASE_URL: target.baseUrl, OP_TOKEN: target.tokens.full, OP_KEY_ID: target.signing.keyId }
}

test('requests to tenants are judged too, and the record holds none of their tokens', async () => {
  let token = ''
  const ran = await judged(async (environment) => {
    const tenant = await inTenant(environment)
    token = tenant['OP_TOKEN'] ?? ''
    await send(tenant, { ...list, key: null })
    await send(await inTenant(environment, { profile: 'open-payments-1.3' }), { ...list, path: '/nowhere' })
  })
  expect(failedIn(ran)).toEqual(['client.signature.made'])
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('401 GET /tenants/t1/incoming-payments')
  expect(token).not.toBe('')
  expect(ran.events).toContain('/tenants/t1/')
  expect(ran.events).not.toContain('/tenants/t2/')
  expect(ran.events + JSON.stringify(ran.report)).not.toContain(token)
})

test('a client that sends nothing is not judged', async () => {
  const ran = await judged(async () => undefined)
  expect(ran.code).toBe(3)
  expect(ran.stderr).toContain('Not judged: no check passed or failed.')
})

test('record and report contain no token and no signature', async () => {
  let token = ''
  const ran = await judged(async (environment) => {
    token = environment['OP_TOKEN'] ?? ''
    await conforming(environment)
  })
  expect(token).not.toBe('')
  expect(ran.events + JSON.stringify(ran.report)).not.toContain(token)
  expect(ran.events).toContain('"signature":"sig1=:')
  expect(ran.events).not.toMatch(/sig1=:[\w+/]{86}==:/)
  expect(ran.events).toMatch(/GNAP \[token 1 sha256:[0-9a-f]{8}\]/)
})

test('record and report keep their published formats, and the verdicts follow from the record', async () => {
  const ran = await judged(async (environment) => void (await send(environment, { ...list, key: null })))
  const { event, report } = loadSchemas()
  const events = ran.events
    .trim()
    .split('\n')
    .map((line): RunEvent => JSON.parse(line))
  expect(events.filter((each) => !event(each))).toEqual([])
  expect(report(ran.report) || report.errors).toBe(true)
  const knowledge = {
    requirements: clientCatalogue(loadCatalogue()),
    profile: loadProfile('interface'),
    passive: [],
  }
  expect(judge(events, knowledge)).toEqual(events.filter(({ type }) => type === 'verdict'))
})

test('client reports go where --reporter says, and suggest no command that does not apply to clients', async () => {
  const cwd = await folder()
  const html = join(cwd, 'client.html')
  const client = async (it: Environment): Promise<void> => void (await send(it, { ...list, key: null }))
  const ran = await judged(client, '--reporter', `html=${html}`, '--reporter', 'text')
  expect(readFileSync(html, 'utf8')).toContain('client.signature.made')
  expect(ran.stderr).not.toMatch(/op-conformance (?:replay|sign)/)
})

test('the published profile accepts unsigned public reads and the wallet-address parameter', async () => {
  const client = async (it: Environment): Promise<void> => {
    const answer = await fetch(it['OP_RECEIVER'] ?? '')
    expect(answer.status).toBe(200)
    const wallet = encodeURIComponent(it['OP_WALLET_ADDRESS'] ?? '')
    const path = `${list.path}&wallet-address=${wallet}`
    expect((await send(it, { path })).status).toBe(200)
  }
  const ran = await judged(client, '--profile', 'open-payments')
  expect([ran.code, failedIn(ran)]).toEqual([0, []])
  expect(ran.report.run.profile).toBe('open-payments-1.3')
})

test.each([[[]], [['--variant', 'lenient-requests']]])(
  'with options %j, a client that sends a field or parameter unknown to the published specification fails',
  async (options) => {
    const client = async (it: Environment): Promise<void> => {
      await send(it, list)
      await send(it, { method: 'POST', path: '/quotes', body: { ...quote(it), metadata: {} } })
    }
    const ran = await judged(client, '--profile', 'open-payments', ...options)
    expect(failedIn(ran)).toEqual([
      'client.bodies.fields-listed',
      'client.list.wallet-address',
      'create-quote.body.closed',
    ])
  },
)

const authorization = (it: Environment, path = ''): Environment => ({
  ...it,
  OP_BASE_URL: `${it['OP_AUTH_SERVER']}${path}`,
})

const asking = (it: Environment, more: object = {}): Sent => ({
  method: 'POST',
  path: '/',
  token: null,
  body: {
    access_token: { access: [{ type: 'quote', actions: ['create'] }] },
    client: it['OP_WALLET_ADDRESS'],
    ...more,
  },
})

interface Pending {
  interact: { redirect: string }
  continue: { uri: string; access_token: { value: string } }
}

/** A request for a grant to pay, which a person has to approve. */
const askingToPay = (it: Environment, nonce: string = randomUUID()): Sent => {
  const access = [{ type: 'outgoing-payment', actions: ['create'], identifier: it['OP_WALLET_ADDRESS'] }]
  const finish = { method: 'redirect', uri: 'https://client.example/back', nonce }
  return asking(it, { access_token: { access }, interact: { start: ['redirect'], finish } })
}

/** A grant to pay that a person has accepted. Its wait is over unless `early` is set. */
const decided = async (it: Environment, early = false) => {
  const asked = askingToPay(it)
  const pending = (await (await send(authorization(it), asked)).json()) as Pending
  const body = new URLSearchParams({ decision: 'accept' })
  const back = await fetch(pending.interact.redirect, { method: 'POST', body, redirect: 'manual' })
  if (!early)
    await fetch(`${it['OP_BASE_URL']}/_control/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance":"5s"}',
    })
  const interact_ref = new URL(back.headers.get('location') ?? '').searchParams.get('interact_ref')
  const path = new URL(pending.continue.uri).pathname.replace('/auth', '')
  const continuing: Sent = { method: 'POST', path, token: pending.continue.access_token.value }
  return { continuing, interact_ref }
}

interface Given {
  access_token: { value: string; manage: string }
}

const severalTokens = {
  access_token: [{ label: 'one', access: [{ type: 'quote', actions: ['create'] }] }],
}

/** A token of the client that requests several tokens. Only that client sets it. */
let secret = 'no token yet'

test.each<[string, (it: Environment) => Promise<unknown>, string]>([
  ['asks without a signature', (it) => send(authorization(it), { ...asking(it), key: null }), 'signed'],
  [
    'asks with another key',
    (it) => send(authorization(it), { ...asking(it), key: foreign.privateKey }),
    'signed',
  ],
  [
    'alters what it has signed',
    (it) =>
      send(authorization(it), {
        ...asking(it),
        tamper: (all) => ({ ...all, body: Buffer.from(`${Buffer.from(all.body ?? [])} `) }),
      }),
    'signed',
  ],
  ['names no client', (it) => send(authorization(it), asking(it, { client: undefined })), 'grant-request'],
  [
    'asks for what there is not',
    (it) => send(authorization(it), asking(it, { access_token: { access: [{ type: 'invoice' }] } })),
    'grant-request',
  ],
  [
    'continues too early',
    async (it) => {
      const { continuing, interact_ref } = await decided(it, true)
      return send(authorization(it), { ...continuing, body: { interact_ref } })
    },
    'wait',
  ],
  [
    'continues by another reference',
    async (it) => send(authorization(it), { ...(await decided(it)).continuing, body: { interact_ref: 'x' } }),
    'interact-ref',
  ],
  [
    'continues without a reference',
    async (it) => send(authorization(it), (await decided(it)).continuing),
    'interact-ref',
  ],
  [
    'continues with its access token',
    async (it) => send(authorization(it), { ...(await decided(it)).continuing, token: it['OP_TOKEN'] ?? '' }),
    'token',
  ],
  [
    'rotates its token with another',
    async (it) => {
      const { access_token } = (await (await send(authorization(it), asking(it))).json()) as Given
      const path = new URL(access_token.manage).pathname.replace('/auth', '')
      return send(authorization(it), { method: 'POST', path, token: it['OP_TOKEN'] ?? '' })
    },
    'token',
  ],
  [
    'uses the nonce of an earlier grant request',
    async (it) => {
      for (let times = 0; times < 2; times++) await send(authorization(it), askingToPay(it, 'a nonce'))
    },
    'nonce',
  ],
  [
    'has no key at its wallet address',
    (it) => send(authorization(it), asking(it, { client: `${it['OP_BASE_URL']}/nobody` })),
    'keys',
  ],
  [
    'asks for several tokens at once',
    async (it) => {
      const answer = await send(authorization(it), asking(it, severalTokens))
      const { access_token } = (await answer.json()) as { access_token: Array<Given['access_token']> }
      secret = access_token[0]?.value ?? ''
    },
    'grant-request',
  ],
])('a client that %s fails the matching authorization requirement', async (_, client, requirement) => {
  const options = ['--profile', 'open-payments', '--variant', 'several-access-tokens']
  const ran = await judged(async (it) => void (await client(it)), ...options)
  expect(ran.events + JSON.stringify(ran.report)).not.toContain(secret)
  expect(failedIn(ran)).toEqual([`client.authorization.${requirement}`])
  expect(ran.code).toBe(1)
})

test('a client that requests its grant correctly passes, and its tokens are not in the record', async () => {
  const secrets: string[] = []
  const ran = await judged(
    async (it) => {
      const { continuing, interact_ref } = await decided(it)
      const answer = await send(authorization(it), { ...continuing, body: { interact_ref } })
      expect(answer.status).toBe(200)
      const { access_token } = (await answer.json()) as { access_token: { value: string } }
      secrets.push(continuing.token ?? '', access_token.value)
    },
    '--profile',
    'open-payments',
  )
  expect([ran.code, failedIn(ran)]).toEqual([0, []])
  expect(
    secrets.filter(
      (secret) => secret.length < 20 || (ran.events + JSON.stringify(ran.report)).includes(secret),
    ),
  ).toEqual([])
  expect(
    ran.report.coverage.filter(
      ({ requirement, state }) => requirement.startsWith('client.authorization.') && state === 'judged',
    ),
  ).toHaveLength(7)
})

test('a client still fails the requirement that --lenient-signatures lets it break', async () => {
  const tamper = ({ headers, ...rest }: HttpRequest): HttpRequest => ({
    ...rest,
    headers: { ...headers, signature: headers['signature']?.replaceAll(':', '') ?? '' },
  })
  const client = async (it: Environment): Promise<void> => {
    const answer = await send(it, { ...list, tamper })
    expect([answer.status, answer.headers.get('x-mock-warning')]).toEqual([
      200,
      expect.stringContaining(
        'accepted by --lenient-signatures only: Signature: the value of "sig1" is base64 without colons',
      ),
    ])
  }
  const ran = await judged(client, '--lenient-signatures')
  expect([ran.code, failedIn(ran)]).toEqual([1, ['client.signature.structured-field']])
  expect(ran.stderr).toContain(
    '200 GET /incoming-payments?first=2  warning: accepted by --lenient-signatures only',
  )
})

test('a refusal that was prepared through the control API is not the fault of the client, and explains itself', async () => {
  const ran = await judged(async (it) => {
    await fetch(`${it['OP_BASE_URL']}/_control/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ times: 1, status: 409, operation: 'create-quote' }),
    })
    const asked: Sent = { method: 'POST', path: '/quotes', body: quote(it) }
    expect((await send(it, asked)).status).toBe(409)
    await conforming(it)
  })
  expect([ran.code, failedIn(ran)]).toEqual([0, []])
  expect(ran.report.counts.checks.inconclusive).toBe(0)
})
