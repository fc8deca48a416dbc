import { conditioned, conditionsFor, isUsual, operationsOf } from '../../../mock/conditions/index.ts'
import { faultsNamed } from '../../../mock/conditions/named.ts'
import { transformationOf } from '../../../mock/faults/fault.ts'
import { allFaults, type Fault as MockFault } from '../../../mock/faults/index.ts'
import type { ProfileName } from '../../../mock/profiles/index.ts'
import { loadSuite } from '../../../suites/load.ts'
import { redundantChecks } from '../../../suites/redundant-checks.ts'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { plannedCheck } from '../../check/kinds/check.ts'
import type { Suite } from '../../check/suite.ts'
import { selectionOf, suiteIn } from '../../run/plan/select.ts'
import type { ConditionalFault } from '../../selftest/conditional/conditional.ts'
import type { Fault } from '../../selftest/fault.ts'
import type { Findings } from '../../selftest/matrix.ts'
import type { SelectionInput } from '../../selftest/plan.ts'
import { asConfigurationError } from '../mock/mistakes.ts'

/** The input of a selftest: the faults of the mock, and the selected checks. */
export interface SelftestInput extends SelectionInput, Pick<Findings, 'kept'> {
  checks: Array<{ id: string; title: string; claims: string[] }>
}

export async function selftestInput(
  only: readonly string[],
  named: ProfileName = 'interface',
): Promise<SelftestInput> {
  const catalogue = loadCatalogue(named)
  const profile = loadProfile(named)
  const suite = suiteIn(await loadSuite(), profile, catalogue)
  const all = [...suite.checks, ...suite.passive].map((check) => plannedCheck(check, profile))
  const { selected } = selectionOf({ only })(all, catalogue)
  const mockFaults = allFaults(named)
  const checks = all.filter(({ id }) => selected.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    faults: mockFaults.map(factsOf),
    catalogue,
    checks: [
      ...checks.map(({ id, title, claims }) => ({ id, title, claims })),
      ...(only.length === 0 ? [startOf(suite)] : []),
    ],
    claims: new Set(checks.flatMap(({ claims }) => claims)),
    detecting: withLikeOnes(detectingIn([...suite.checks, ...suite.passive]), mockFaults),
    kept: redundantChecks,
    conditioned: (id) => conditionalNamed(id, named),
    conditionals: () => allFaults(named).flatMap((fault) => conditionalsOf(fault, named)),
  }
}

const conditionalNamed = (id: string, profile: ProfileName): Fault => {
  try {
    faultsNamed([id], profile)
  } catch (error) {
    throw asConfigurationError(error)
  }
  const plain = allFaults(profile).find((fault) => fault.id === id.replace(/@.*$/, ''))
  const found = plain && conditionalsOf(plain, profile).find((fault) => fault.id === id)
  if (found) return found
  throw new Error(`there is no fault ${id}`)
}

const conditionalsOf = (fault: MockFault, profile: ProfileName): ConditionalFault[] => {
  const operations = operationsOf(fault, profile)
  return conditionsFor(fault, profile).map((condition) => {
    const { id, group, on } = condition
    const conditional = {
      fault: fault.id,
      condition: id,
      group,
      transformation: transformationOf(fault),
      operations: operations.filter(on),
      ...(isUsual(fault, condition, profile) ? {} : { across: true as const }),
    }
    return { ...factsOf(conditioned(fault, condition)), conditional }
  })
}

const startOf = ({ start: { id, title, bare } }: Suite): SelftestInput['checks'][number] => ({
  id,
  title,
  claims: [...bare],
})

/** Returns the facts about a fault, without the code that makes the mock have it. */
const factsOf = ({ id, breaks, says, source, reference, equivalent }: MockFault): Fault => ({
  id,
  breaks,
  says,
  source,
  ...(reference !== undefined && { reference }),
  ...(equivalent !== undefined && { equivalent }),
})

const detectingIn = (
  checks: ReadonlyArray<{ id: string; detects?: string | undefined }>,
): Map<string, string[]> => {
  const detecting = new Map<string, string[]>()
  for (const { id, detects } of checks)
    if (detects !== undefined) detecting.set(detects, [...(detecting.get(detects) ?? []), id])
  return detecting
}

const withLikeOnes = (
  detecting: ReadonlyMap<string, readonly string[]>,
  faults: readonly MockFault[],
): Map<string, readonly string[]> =>
  new Map([
    ...faults.flatMap(({ id, like = '' }) => {
      const checks = detecting.get(like)
      return checks ? [[id, checks] as const] : []
    }),
    ...detecting,
  ])
