import { loadCatalogue } from '../catalogue/catalogue.ts'
import { loadOutline } from '../catalogue/outline.ts'
import { loadProfile } from '../catalogue/profiles.ts'
import { type Reference, referenceOf } from '../report/reference.ts'
import { defaultRuns } from './defaults.ts'

/** Every check and requirement, to be looked up without a target. */
export const loadReference = async (): Promise<Reference> => {
  const { loadSuite } = await import('../../suites/load.ts')
  return referenceOf({
    suite: await loadSuite(),
    requirements: loadCatalogue(),
    places: loadOutline(),
    profile: loadProfile('interface'),
    runs: defaultRuns,
  })
}
