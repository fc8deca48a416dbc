import { expect, test } from 'vitest'
import { allFaults } from '../../mock/faults/index.ts'
import { allGuards } from '../../mock/profiles/index.ts'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { loadSuite } from '../load.ts'
import { brokenIn } from '../testing/against-mock.ts'
import { sampled, tryAll } from '../testing/sampled.ts'

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
  '%s: the harness notices every guard that refuses only after the work',
  async (operation) => {
    const missed: string[] = []
    const faults = allFaults(profile).filter(({ id, equivalent }) => {
      const [of, kind] = id.split(':')
      return of === operation && kind === 'refused-after' && equivalent === undefined
    })
    for (const fault of sampled(faults, 1 / 6)) {
      const guard = fault.id.split(':')[2] ?? ''
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

test('the harness notices a trace that a refused payment leaves elsewhere or late', async () => {
  const missed: string[] = []
  const faults = allFaults(profile).filter(({ id }) => id.startsWith('refused-payment-'))
  const oneOfEachKind = [...new Map(faults.map((fault) => [fault.id.split(':')[0], fault])).values()]
  for (const fault of tryAll ? faults : sampled(oneOfEachKind, 1 / 3)) {
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
