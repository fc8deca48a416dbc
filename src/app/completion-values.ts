import { allFaults } from '../../mock/faults/index.ts'
import { mockProfileNamed } from '../../mock/profiles/index.ts'
import { variantsOf } from '../../mock/variants/index.ts'
import { profileNames } from '../catalogue/profiles.ts'
import { operationIds } from '../core/operations.ts'
import { reporters } from '../report/index.ts'
import { loadReference } from './requests/reference.ts'

/** The values that a shell completes, by the option or the argument that takes them. */
export type CompletionValues = Readonly<Record<string, readonly string[]>>

export async function completionValues(): Promise<CompletionValues> {
  const names = profileNames()
  const ofMock = names.map(mockProfileNamed)
  const references = await Promise.all(names.map(loadReference))
  const entries = references.flatMap(({ checks }) => checks)
  const requirements = references.flatMap(({ requirements: known }) => [...known.keys()])
  const checks = sorted(entries.map(({ id }) => id))
  const what = sorted([...checks, ...entries.map(({ topic }) => topic), ...operationIds, 'must', 'should'])
  return {
    '--only': what,
    '--exclude': what,
    '--fault': sorted(ofMock.flatMap((profile) => allFaults(profile).map(({ id }) => id))),
    '--variant': sorted(ofMock.flatMap((profile) => variantsOf(profile).map(({ id }) => id))),
    '--profile': names,
    '--reporter': reporters.map(({ name }) => name),
    check: checks,
    id: sorted([...checks, ...requirements]),
  }
}

const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort()
