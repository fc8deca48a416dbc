import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folder } from '../../cli/testing/command.ts'
import type { TargetContents } from '../../target-file/contents.ts'
import { type MockSettings, type RunningMock, startMock } from '../start-mock.ts'
import { ConformanceFailure, type ConformanceSettings, planTests } from './test-cases.ts'

const mocked = async (settings: MockSettings = {}): Promise<RunningMock> => {
  const mock = await startMock(settings)
  onTestFinished(mock.close)
  return mock
}

/** Runs the tests. Returns their outcomes by the id of the check: `passed`, or how the test ended. */
const outcomes = async (
  target: TargetContents,
  settings: ConformanceSettings,
  keep = (_: string): boolean => true,
) => {
  const { tests, run } = await planTests(target, { cwd: await folder(), ...settings })
  const left = tests.filter(({ name }) => keep(name))
  const outcomeOf = await run(left)
  return new Map(
    left.map((one) => [one.check ?? 'whole', outcomeOf(one).ending ?? { kind: 'passed', message: '' }]),
  )
}

const only = ['tokens/unknown']

test('each check is a test named by its id and title, and the last test is the run as a whole', async () => {
  const { target } = await mocked()
  const { name, tests } = await planTests(target, { only })
  expect(name).toBe('mock')
  expect(tests.map((one) => one.name)).toEqual([
    expect.stringMatching(/^start\/[^:]+: /),
    expect.stringMatching(/^tokens\/unknown: /),
    expect.stringMatching(/^last-look\/[^:]+: /),
    'the run as a whole',
  ])
})

test('the message of a failed test says what failed and how to replay it', async () => {
  const { target } = await mocked({ faults: ['without-token-known'] })
  const ending = (await outcomes(target, { only })).get('tokens/unknown')
  expect(ending).toMatchObject({ kind: 'failure', type: 'MUST token.known' })
  const { message, stack } = new ConformanceFailure(ending as { kind: 'failure'; message: string })
  expect(message).toMatch(/^Broken: .* Expected: refused \(any 4xx\); received: status 201\n/)
  expect(message).toContain('\n  replay    op-conformance replay ')
  expect(stack).toBe(`ConformanceFailure: ${message}`)
})

test('a known failure passes, and fails the whole run as an unexpected pass once it is fixed', async () => {
  const cwd = await folder()
  const known = join(cwd, 'known.yaml')
  const mock = await mocked({ faults: ['without-token-known'] })
  const fails = ['200', '201'].map((status) => ({ requirement: 'token.known', got: `status ${status}` }))
  const entry = { check: 'tokens/unknown', fails, until: '2999-12-31', because: 'reading' }
  writeFileSync(known, JSON.stringify({ version: 1, failures: [entry] }))
  const kinds = async () =>
    [...(await outcomes(mock.target, { only, known, cwd }))].map(([, { kind }]) => kind)
  expect(await kinds()).toEqual(['passed', 'passed', 'passed', 'passed'])
  mock.control.useFaults([])
  expect(await kinds()).toEqual(['passed', 'passed', 'passed', 'failure'])
})

test('a filter of the test runner also limits which checks are run', async () => {
  const mock = await mocked()
  const settings = { only: ['tokens'] }
  const filtered = await outcomes(mock.target, settings, (name) => name.startsWith('tokens/unknown:'))
  expect([...filtered].map(([id, { kind }]) => [id, kind])).toEqual([['tokens/unknown', 'passed']])
  const sent = mock.control.exchanges({ limit: 500 }).length
  await outcomes(mock.target, settings)
  expect(mock.control.exchanges({ limit: 500 }).length).toBeGreaterThan(2 * sent)
})

test('a failure outside every test fails the run as a whole', async () => {
  const { target } = await mocked({ faults: ['fixed-send-altered'] })
  const { tests, run } = await planTests(target, { only, cwd: await folder() })
  const outcomeOf = await run(tests)
  expect(outcomeOf({ name: 'the run as a whole' }).ending).toMatchObject({ kind: 'failure' })
})

test('no test passes or is skipped if the server accepts no request', async () => {
  const mock = await mocked()
  mock.control.order({ status: 503, times: 1000 })
  const ended = await outcomes(mock.target, { only })
  expect([...ended.values()].map(({ kind }) => kind)).toEqual(['error', 'error', 'error', 'error'])
  expect(ended.get('tokens/unknown')?.message).toContain('503')
})

test('a tenant of the mock has a world of its own', async () => {
  const mock = await mocked()
  const [one, other] = [mock.tenant(), mock.tenant()]
  one.control.useFaults(['without-token-known'])
  const ended = await Promise.all([one, other].map(({ target }) => outcomes(target, { only })))
  expect(ended.map((each) => each.get('tokens/unknown')?.kind)).toEqual(['failure', 'passed'])
  expect(mock.control.exchanges()).toEqual([])
  other.remove()
  expect((await fetch(`${other.url}/quotes/1`)).status).toBe(404)
})
