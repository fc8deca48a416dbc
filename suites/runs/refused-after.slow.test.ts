import { expect, test } from 'vitest'
import { allFaults } from '../../mock/faults/index.ts'
import { allGuards } from '../../mock/profiles/index.ts'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { loadSuite } from '../load.ts'
import { brokenIn } from '../testing/against-mock.ts'

const suite = await loadSuite()
const profile = 'open-payments-1.3'
const catalogue = loadCatalogue(profile)
const requirementOf = new Map(allGuards(profile).map(({ id, requirement }) => [id, requirement]))

/** The checks whose requests a guard refuses, and those that look at the end of a run. */
const only = (guard: string): string[] => [
  requirementOf.get(guard) ?? '',
  'last-look',
  'rules/refused-completions',
]

test.each(['create-outgoing-payment', 'create-incoming-payment', 'complete-incoming-payment'])(
  '%s: whichever guard refuses after the work, that is noticed',
  async (operation) => {
    const missed: string[] = []
    for (const fault of allFaults(profile)) {
      const [of, kind, guard = ''] = fault.id.split(':')
      if (of !== operation || kind !== 'refused-after' || fault.equivalent !== undefined) continue
      const { verdicts } = await serveInProcess(
        { profile, faults: [fault] },
        (error) => {
          throw error
        },
        (served) => runChecks({ suite, catalogue }, served, { only: only(guard), seed: 1, runs: 4 }),
      )
      if (!brokenIn(verdicts).has(fault.breaks)) missed.push(guard)
    }
    expect(missed).toEqual([])
  },
  1_200_000,
)

test('whatever a payment is refused for, a trace that it leaves elsewhere or late is noticed', async () => {
  const missed: string[] = []
  for (const fault of allFaults(profile)) {
    if (!fault.id.startsWith('refused-payment-')) continue
    const { verdicts } = await serveInProcess(
      { profile, faults: [fault] },
      (error) => {
        throw error
      },
      (served) =>
        runChecks({ suite, catalogue }, served, {
          only: [fault.breaks, 'create-outgoing-payment.refused.nothing-created'],
          seed: 1,
          runs: 4,
        }),
    )
    if (!brokenIn(verdicts).has(fault.breaks)) missed.push(fault.id)
  }
  expect(missed).toEqual([])
}, 1_200_000)
