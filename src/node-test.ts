/** Tests for node:test: a server judged by a test for each check, and a mock for the tests of a client. */
import { after, describe, type TestContext, test } from 'node:test'
import { ConformanceFailure, type ConformanceSettings, planTests } from './app/requests/test-cases.ts'
import { type MockSettings, type MockTenant, type RunningMock, startMock } from './app/start-mock.ts'

export type { ConformanceSettings } from './app/requests/test-cases.ts'
export type { MockSettings, MockTenant } from './app/start-mock.ts'

/**
 * Defines a test for each check, named by its id and title. The first of them judges the server by all of these checks: node:test
 * does not tell which its patterns leave, so use `only`. A check that cannot run is skipped with the reason; notes and warnings
 * are diagnostics.
 *
 * @param target path of a target file, or its contents as an object
 * @throws ConfigurationError if the target file, a selection or a setting is wrong
 * @example await conformance('op-conformance.yaml', { only: ['quotes'] })
 */
export async function conformance(
  target: string | object,
  settings: ConformanceSettings = {},
): Promise<void> {
  const { name, tests, run } = await planTests(target, settings)
  describe(`conformance of ${name}`, () => {
    for (const planned of tests)
      test(planned.name, async (context) => {
        const outcomeOf = await run(tests)
        const { ending, aside } = outcomeOf(planned)
        for (const text of aside) context.diagnostic(text)
        if (ending?.kind === 'skipped') return context.skip(ending.message)
        if (ending) throw new ConformanceFailure(ending)
      })
  })
}

/**
 * Gives each test a mock to itself: a tenant of one mock that the file shares.
 *
 * @example
 * const mockFor = sharedMock({ clock: { frozen: true } })
 * test('a client asks again', async (t) => {
 *   const mock = await mockFor(t)
 *   mock.control.order({ status: 503 })
 * })
 */
export function sharedMock(settings: MockSettings = {}): (test: TestContext) => Promise<MockTenant> {
  let shared: Promise<RunningMock> | undefined
  after(async () => (await shared)?.close())
  return async (context) => {
    shared ??= startMock(settings)
    const tenant = (await shared).tenant()
    context.after(() => tenant.remove())
    return tenant
  }
}
