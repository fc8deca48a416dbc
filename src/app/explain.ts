import { allFaults } from '../../mock/faults/index.ts'
import { mockProfileNamed } from '../../mock/profiles/index.ts'
import { variantsOf } from '../../mock/variants/index.ts'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { profileNames } from '../catalogue/profiles.ts'
import { clientCheckOf } from '../diagnose/client/judge-client.ts'
import { explain as explained } from '../report/catalogue/explain.ts'
import type { Reference } from '../report/catalogue/reference.ts'
import type { Presented } from '../report/document/view.ts'
import { loadReference } from './requests/reference.ts'

export interface ExplainOptions {
  /** The name or alias of a profile. */
  profile?: string
}

/**
 * Returns one check or requirement in full, as the named profile has it, or else the first profile that has it. A check of
 * a client judges one requirement, which is shown in its place.
 */
export async function explain(named: string, { profile }: ExplainOptions): Promise<Presented> {
  const ofClient = [...loadCatalogue().keys()].find((requirement) => clientCheckOf(requirement) === named)
  const id = ofClient ?? named
  const reference = profile === undefined ? await firstWith(id) : await loadReference(profile)
  return explained(id, reference, ofTheMock())
}

const firstWith = async (id: string): Promise<Reference> => {
  const references = await Promise.all(profileNames().map(loadReference))
  const [first] = references
  if (!first) throw new Error('there is no profile')
  const has = ({ requirements, checks }: Reference): boolean =>
    requirements.has(id) || checks.some((check) => check.id === id)
  return references.find(has) ?? first
}

/** Describes everything in the mock that has an id: its variants and faults. */
const ofTheMock = (): Map<string, string> => {
  const profiles = profileNames().map(mockProfileNamed)
  const described = new Map<string, string>()
  for (const { id } of profiles.flatMap(variantsOf))
    described.set(id, 'a variant of the mock; see `op-conformance list --variants`')
  for (const { id, breaks } of profiles.flatMap(allFaults))
    described.set(id, `a fault of the mock, which breaks ${breaks}; see \`op-conformance explain ${breaks}\``)
  return described
}
