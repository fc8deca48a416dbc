/** Tests for node:test: one for each check of a server, and a mock for the tests of a client. */

import { after, describe, type TestContext, test } from 'node:test'
import { ConformanceFailure, type ConformanceSettings, planTests } from './app/requests/test-cases.ts'
import { type MockSettings, type MockTenant, type RunningMock, startMock } from './app/start-mock.ts'
import type { TargetContents } from './target-file/contents.ts'

export type { ConformanceSettings } from './app/requests/test-cases.ts'
export type { MockSettings, MockTenant } from './app/start-mock.ts'

/**
 * Defines a test for each check, named by its id and title. The first test judges the server by all of these checks.
 * Use `only` to select checks, because node:test does not tell which tests its own patterns select. A check that cannot
 * run is skipped with the reason. Notes and warnings are diagnostics.
 *
 * @param target path of a target file, or its contents as an object
 * @throws ConfigurationError if the target file, a selection or a setting is wrong
 * @example await conformance('op-conformance.yaml', { only: ['quotes'] })
 */
export async function conformance(
  target: string | TargetContents,
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
 * Gives each test its own mock: a tenant of one mock that all tests of the file share.
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
