import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadOutline } from '../../catalogue/outline.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { type Reference, referenceOf } from '../../report/catalogue/reference.ts'
import { defaultRuns } from '../defaults.ts'

/** Loads every check and requirement of a profile, given by name or alias. Looking them up needs no target. */
export async function loadReference(named: string): Promise<Reference> {
  const { loadSuite } = await import('../../../suites/load.ts')
  const profile = loadProfile(named)
  return referenceOf({
    suite: await loadSuite(),
    requirements: loadCatalogue(profile.name),
    places: loadOutline(profile.name),
    profile,
    runs: defaultRuns,
  })
}
