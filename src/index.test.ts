import { expect, test } from 'vitest'
import { ConfigurationError, judge, type RunEvent, startMock } from './index.ts'

const only = ['tokens/unknown']

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
  { what: 'fixtures', wrong: () => startMock({ fixtures: { version: 1 } }), code: 'ERR_FIXTURES' },
  {
    what: 'a clock',
    wrong: () => startMock({ clock: { at: new Date(8.64e15) } }),
    code: 'ERR_MOCK_CLOCK',
  },
  { what: 'a target', wrong: () => judge({ version: 1 }), code: 'ERR_TARGET_MISSING' },
  { what: 'a target file', wrong: () => judge('nowhere.yaml'), code: 'ERR_TARGET_FILE_UNREADABLE' },
])('an unusable argument throws a ConfigurationError with a code: $what', async ({ wrong, code }) => {
  const error = await wrong().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error).toMatchObject({ code })
})
