import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../report/data/json.ts'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const reportIn = (cwd: string, place: string): Report =>
  JSON.parse(readFileSync(join(cwd, place, 'report.json'), 'utf8'))

/** Returns the verdicts of the checks that send nothing. */
const passiveIn = ({ checks }: Report): Map<string, string | undefined> =>
  new Map(
    checks
      .filter(({ id }) => /^(?:rules|answers)\//.test(id))
      .map(({ id, verdict }) => [id, verdict?.status] as const),
  )

/** Checks that need to know what happened outside of the traffic, which wallet is judged, or what a HAR does not contain. */
const needingMore = [
  'rules/cursors-are-stable',
  'rules/debit-amount-in-the-asset-of-the-wallet',
  'rules/grant-spent-debit-amount-rises',
  'rules/grant-spent-receive-amount-rises',
  'rules/no-passing-refusal',
  'rules/prices-agree',
]

test('an audit repeats the verdicts of the checks that send nothing; from a HAR, all but a few of them', async () => {
  const cwd = await folder()
  const { target, url } = await serveMock({ faults: ['get-quote:method:absent'] })
  writeTarget(cwd, target)
  const only = 'quotes/fixed-send-is-kept,quotes/one-amount,lists/pages,settling/one-after-another'
  await command(['run', 't.yaml', '--only', only, '--out', 'r', '--reporter', 'har=r.har'], { cwd })
  const before = passiveIn(reportIn(cwd, 'r'))
  expect(before.get('answers/get-quote')).toBe('failed')

  const ofRecord = await command(['audit', 'r', '--out', 'a'], { cwd })
  expect(passiveIn(reportIn(cwd, 'a/server'))).toEqual(before)
  expect(ofRecord.code).toBe(1)

  const ofHar = await command(['audit', 'r.har', '--base-url', url, '--out', 'h'], { cwd })
  expect(ofHar.stderr).toMatch(/^r\.har: (\d+) of \1 requests are addressed to http:/)
  const seen = passiveIn(reportIn(cwd, 'h/server'))
  const expected = [...before].filter(([id, status]) => status !== 'skipped' && !needingMore.includes(id))
  expect([...seen]).toEqual(expected)
  expect(ofHar.stdout).toContain('client of http')
})

test('the audit of a run that chose among its checks does not say what that selection notices', async () => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock()).target)
  const ran = await command(['run', 't.yaml', '--only', 'quotes', '--max-requests', '100', '--out', 'r'], {
    cwd,
  })
  expect(ran.stdout).toMatch(/^selection /m)
  const { code, stdout } = await command(['audit', 'r', '--out', 'a'], { cwd })
  expect(code).toBe(0)
  expect(stdout).not.toMatch(/^selection /m)
})

test.each<[string, string[], string | undefined, string]>([
  [
    'a file that is not there',
    ['x.har', '--base-url', 'http://a.example'],
    undefined,
    'x.har does not exist',
  ],
  ['a HAR without the server to judge', ['x.har'], '{}', 'name the one to judge: --base-url URL'],
  ['a file that is no HAR', ['x.har', '--base-url', 'http://a.example'], '{}', 'it has no log.entries'],
  [
    'a record that is not there',
    ['nowhere'],
    undefined,
    'nowhere does not exist; give the folder or the events.ndjson',
  ],
  [
    'a key that is not there',
    ['x.har', '--base-url', 'http://a.example', '--key', 'none'],
    '{"log":{"entries":[]}}',
    '--key: none does not exist',
  ],
])('audit exits with 2 and names the next step for %s', async (_name, argv, har, message) => {
  const cwd = await folder()
  if (har !== undefined) writeFileSync(join(cwd, 'x.har'), har)
  const { code, stderr } = await command(['audit', ...argv], { cwd })
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

/** Credentials of every kind that traffic may hold. Each has a value of its own. */
const credentials = {
  token: 'os9m2pmhkur64',
  cookie: 'cook1e-of-a-session',
  setCookie: 'cook1e-that-is-new',
  key: 'k3y-of-a-gateway',
  query: 't0ken-in-a-query',
  form: 's3cret-of-a-client',
  member: 'p4ssword-of-a-person',
  proxy: Buffer.from('me:my-proxy-password').toString('base64'),
}

const fields = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const entry = (path: string, text: string, echoed: string) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: {
    method: 'POST',
    url: `http://a.example${path}?access_token=${credentials.query}`,
    headers: fields({
      authorization: `GNAP ${credentials.token}`,
      cookie: `theme=dark; sid=${credentials.cookie}; a=b`,
      'x-api-key': credentials.key,
      'proxy-authorization': `Basic ${credentials.proxy}`,
    }),
    postData: { mimeType: 'text/plain', text },
  },
  response: {
    status: 201,
    headers: fields({
      'set-cookie': `sid=${credentials.setCookie}; Expires=Thu, 01 Jan 2026 00:00:00 GMT; Secure`,
      [credentials.token]: 'the name of a header',
    }),
    content: { text: JSON.stringify({ echoed, password: credentials.member }) },
  },
})

test('no output of an audit shows credentials from the traffic, even where a server echoes them', async () => {
  const cwd = await folder()
  const echoed = Object.values(credentials).join(' ')
  const entries = [
    entry('/quotes', `client_id=x&client_secret=${credentials.form}`, 'nothing'),
    entry('/quotes', JSON.stringify({ password: credentials.member }), echoed),
    entry('/outgoing-payments', JSON.stringify({ echoed }), echoed),
  ]
  writeFileSync(join(cwd, 'x.har'), JSON.stringify({ log: { entries } }))
  const ran = await command(['audit', 'x.har', '--base-url', 'http://a.example', '--out', 'a'], { cwd })
  const files = ['server', 'client'].flatMap((side) =>
    ['events.ndjson', 'report.json', 'report.html'].map((name) =>
      readFileSync(join(cwd, 'a', side, name), 'utf8'),
    ),
  )
  expect(ran.stderr).toContain('x.har: 3 of 3 requests')
  expect(files[0]).toContain('"echoed')
  for (const [name, value] of Object.entries(credentials))
    for (const text of [ran.stdout, ran.stderr, ...files]) expect(text, name).not.toContain(value)
})

test('traffic without a request to the server is not judged', async () => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'x.har'), '{"log":{"entries":[]}}')
  const { code, stderr } = await command(['audit', 'x.har', '--base-url', 'http://a.example'], { cwd })
  expect(stderr).toContain('x.har: 0 of 0 requests are addressed to http://a.example')
  expect(code).toBe(3)
})
