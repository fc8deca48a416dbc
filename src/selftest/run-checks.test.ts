import { expect, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { loadSuite } from '../../suites/load.ts'
import { serveInProcess } from '../app/selftest/mocks.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { type RunChecksOptions, runChecks } from './run-checks.ts'

const knowledge = { suite: await loadSuite(), catalogue: loadCatalogue() }

const came = (isEnough: NonNullable<RunChecksOptions['isEnough']>) =>
  serveInProcess(
    { profile: 'interface', faults: [] },
    (error) => {
      throw error
    },
    (served) => runChecks(knowledge, served, { only: ['content-digest'], seed: 1, runs: 1, isEnough }),
  )

test('the checks send nothing more once isEnough returns true', async () => {
  const [all, first] = [await came(() => false), await came(({ type }) => type === 'verdict')]
  const statusesOf = ({ verdicts }: typeof all) => verdicts.map(({ verdict }) => verdict.status)
  expect(statusesOf(first)).toContain('passed')
  expect(statusesOf(first)).not.toContain('error')
  expect(first.exchanges).toBeLessThan(all.exchanges)
})

test('a run with one lane ends although other checks wait for a control that is sent again later', async () => {
  const faults = faultsNamed(['token-locked-by-creation'], 'interface', () => undefined)
  const { verdicts } = await serveInProcess(
    { profile: 'interface', faults },
    (error) => {
      throw error
    },
    (served) => runChecks(knowledge, served, { only: [], seed: 1, runs: 1, maxRequests: 500 }),
  )
  expect(verdicts.map(({ verdict }) => verdict.status)).toContain('failed')
})
