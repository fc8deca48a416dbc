import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadOutline } from '../../catalogue/outline.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { type Reference, referenceOf } from '../../report/catalogue/reference.ts'
import { defaultRuns } from '../defaults.ts'

/** Every check and requirement of a profile, by name or alias, to be looked up without a target. */
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
