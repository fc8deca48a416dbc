import { expect, test } from 'vitest'
import {
  ConfigurationError,
  type ErrorCode,
  type FixturesContents,
  judge,
  type RunEvent,
  type RunningMock,
  startMock,
  type TargetContents,
} from './index.ts'

const only = ['tokens/unknown']

/** A target file without all that is required. */
const nothing = { version: 1 } as TargetContents

test('a started mock is judged by its target object, without a target file', async () => {
  const mock = await startMock()
  try {
    const events: RunEvent[] = []
    const report = await judge(mock.target, { only, onEvent: (event) => events.push(event) })
    expect(report).toMatchObject({ exitCode: 0, findings: [], run: { seed: 1, target: { name: 'mock' } } })
    expect(report.checks.filter(({ verdict }) => verdict).map(({ id }) => id)).toContain('tokens/unknown')
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run', 'exchange', 'end']))
    expect(JSON.stringify([report, events])).not.toContain(mock.env['OP_TOKEN'])
  } finally {
    await mock.close()
  }
})

test('judging finds a fault of the mock only while the fault is on', async () => {
  const mock = await startMock({ faults: ['without-token-known'] })
  try {
    const { exitCode, findings } = await judge(mock.target, { only })
    expect({ exitCode, broken: findings.map(({ requirement }) => requirement) }).toEqual({
      exitCode: 1,
      broken: ['token.known'],
    })
    mock.control.useFaults([])
    expect(await judge(mock.target, { only })).toMatchObject({ exitCode: 0 })
  } finally {
    await mock.close()
  }
})

test('an aborted run ends as interrupted, with exit code 130', async () => {
  const mock = await startMock()
  const over = new AbortController()
  try {
    const onEvent = ({ type }: RunEvent): void => {
      if (type === 'exchange') over.abort()
    }
    const report = await judge(mock.target, { only, signal: over.signal, onEvent })
    expect(report).toMatchObject({ exitCode: 130, outcome: 'interrupted' })
  } finally {
    await mock.close()
  }
})

test('the mock is controlled in process, and disposal closes it', async () => {
  const at = new Date('2030-01-01T00:00:00Z')
  const mock = await startMock({ seed: 7, clock: { at, frozen: true }, variants: ['lists-ascending'] })
  expect(mock.control.advance('65s')).toEqual(new Date('2030-01-01T00:01:05Z'))
  expect(mock.control.receiver('open')).toMatch(mock.url)
  mock.control.order({ status: 503 })
  const { status } = await fetch(`${mock.url}/quotes/1`)
  expect(status).toBe(503)
  expect(mock.control.exchanges()).toMatchObject([{ id: 1, method: 'GET', status: 503 }])
  expect(mock.control.exchange(1)).toMatchObject({ answer: { status: 503 } })
  expect(mock.control.reset()).toEqual(at)
  expect(() => mock.control.advance('soon')).toThrow('advance is not a duration such as "65s"')
  await mock[Symbol.asyncDispose]()
  await expect(fetch(mock.url)).rejects.toThrow()
})

test.each([
  { what: 'a fault', wrong: () => startMock({ faults: ['nothing'] }), code: 'ERR_UNKNOWN_FAULT' },
  { what: 'a profile', wrong: () => startMock({ profile: 'other' }), code: 'ERR_UNKNOWN_PROFILE' },
  {
    what: 'fixtures',
    wrong: () => startMock({ fixtures: { version: 1 } as FixturesContents }),
    code: 'ERR_FIXTURES',
  },
  {
    what: 'a clock',
    wrong: () => startMock({ clock: { at: new Date(8.64e15) } }),
    code: 'ERR_MOCK_CLOCK',
  },
  {
    what: 'an unknown setting of the mock',
    wrong: () => startMock({ fault: [] } as object),
    code: 'ERR_SETTING',
  },
  { what: 'a port that does not exist', wrong: () => startMock({ port: 70_000 }), code: 'ERR_SETTING' },
  {
    what: 'an unknown setting',
    wrong: () => judge(nothing, { onlyy: [] } as object),
    code: 'ERR_SETTING',
  },
  { what: 'a negative number of cases', wrong: () => judge(nothing, { runs: -1 }), code: 'ERR_SETTING' },
  { what: 'no check at a time', wrong: () => judge(nothing, { concurrency: 0 }), code: 'ERR_SETTING' },
  { what: 'a signal', wrong: () => judge(nothing, { signal: {} as AbortSignal }), code: 'ERR_SETTING' },
  { what: 'settings', wrong: () => judge(nothing, null as never), code: 'ERR_SETTING' },
  { what: 'settings of the mock', wrong: () => startMock(null as never), code: 'ERR_SETTING' },
  { what: 'no target', wrong: () => judge(undefined as never), code: 'ERR_SETTING' },
  { what: 'a target', wrong: () => judge(nothing), code: 'ERR_TARGET_MISSING' },
  { what: 'a target file', wrong: () => judge('nowhere.yaml'), code: 'ERR_TARGET_FILE_UNREADABLE' },
])('an unusable argument throws a ConfigurationError with a code: $what', async ({ wrong, code }) => {
  const error = await wrong().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error).toMatchObject({ code })
})

test.each([
  { what: 'a duration', ask: (mock) => mock.control.advance('soon'), code: 'ERR_MOCK_CONTROL' },
  {
    what: 'a jump beyond the last year',
    ask: (mock) => mock.control.advance('999999999d'),
    code: 'ERR_MOCK_CLOCK',
  },
  { what: 'an empty order', ask: (mock) => mock.control.order({}), code: 'ERR_MOCK_CONTROL' },
  { what: 'an unknown fault', ask: (mock) => mock.control.useFaults(['nothing']), code: 'ERR_UNKNOWN_FAULT' },
  {
    what: 'an exchange that is not there',
    ask: (mock) => mock.control.exchange(7),
    code: 'ERR_MOCK_NOT_THERE',
  },
] satisfies Array<{ what: string; ask: (mock: RunningMock) => unknown; code: ErrorCode }>)(
  'the control refuses $what by a ConfigurationError with a code',
  async ({ ask, code }) => {
    await using mock = await startMock({ seed: 1 })
    expect(() => ask(mock)).toThrow(expect.objectContaining({ name: 'ConfigurationError', code }))
  },
)

test('an order lets responses pass, and gives a body and headers', async () => {
  await using mock = await startMock({ seed: 1 })
  mock.control.order({ after: 1, status: 503, body: { busy: true }, headers: { 'retry-after': '1' } })
  expect((await fetch(`${mock.url}/quotes/1`)).status).toBe(401)
  const ordered = await fetch(`${mock.url}/quotes/1`)
  expect([ordered.status, ordered.headers.get('retry-after'), await ordered.json()]).toEqual([
    503,
    '1',
    { busy: true },
  ])
  expect(mock.control.exchange(2).answer).toMatchObject({ status: 503, body: '{"busy":true}' })
  expect(mock.control.ledger().wallets.map(({ payments }) => payments)).toContain(0)
})

test('a setting with a typing error is refused before any request, with the nearest setting', async () => {
  const mistake = { onlyy: ['tokens/unknown'] } as object
  await expect(judge(nothing, mistake)).rejects.toThrow('judge has no setting "onlyy"; did you mean "only"?')
  await expect(judge(nothing, { runs: 0.5 })).rejects.toThrow(
    'the setting runs of judge has to be a whole number from 1 to 100000',
  )
})
