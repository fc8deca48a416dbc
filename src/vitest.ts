/** Tests for vitest: one for each check of a server, and a mock for the tests of a client. */

import { describe, test } from 'vitest'
import { ConformanceFailure, type ConformanceSettings, planTests } from './app/requests/test-cases.ts'
import { type MockSettings, type MockTenant, type RunningMock, startMock } from './app/start-mock.ts'
import type { TargetContents } from './target-file/contents.ts'

export type { ConformanceSettings } from './app/requests/test-cases.ts'
export type { MockSettings, MockTenant } from './app/start-mock.ts'

/**
 * Defines a test for each check, named by its id and title. The first test judges the server by the checks that
 * vitest's filters select. A check that cannot run is skipped with the reason. Notes and warnings are annotations.
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
      test(planned.name, { timeout: 0, retry: 0 }, async ({ task, annotate, skip }) => {
        const left = new Set(task.suite?.tasks.filter(({ mode }) => mode !== 'skip').map((one) => one.name))
        const outcomeOf = await run(tests.filter((one) => left.has(one.name)))
        const { ending, aside } = outcomeOf(planned)
        for (const text of aside) await annotate(text)
        if (ending?.kind === 'skipped') skip(ending.message)
        if (ending) throw new ConformanceFailure(ending)
      })
  })
}

/**
 * Creates a `test` function that gives each test its own mock: a tenant of one mock that all tests of the file share.
 *
 * @example
 * const test = testWithMock({ clock: { frozen: true } })
 * test('a client asks again', async ({ mock }) => mock.control.order({ status: 503 }))
 */
export function testWithMock(settings: MockSettings = {}) {
  return test.extend<{ shared: RunningMock; mock: MockTenant }>({
    shared: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads there which fixtures are needed
      async ({}, use) => {
        const shared = await startMock(settings)
        await use(shared)
        await shared.close()
      },
      { scope: 'file' },
    ],
    mock: async ({ shared }, use) => {
      const tenant = shared.tenant()
      await use(tenant)
      tenant.remove()
    },
  })
}
