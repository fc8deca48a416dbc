import type { ProfileName } from '../../mock/core/operations.ts'
import { loadProfile } from '../catalogue/profiles.ts'
import { listJson, listText } from '../report/catalogue/list.ts'
import { jsonText } from '../report/data/json-text.ts'
import { loadReference } from './requests/reference.ts'

export interface ListOptions {
  json?: boolean
  faults?: boolean
  conditions?: boolean
  variants?: boolean
  /** The name or alias of a profile. */
  profile: string
}

/** Lists every check and requirement, or every fault, condition or variant of the mock, in words or as JSON. */
export async function list({
  json = false,
  faults = false,
  conditions = false,
  variants = false,
  profile,
}: ListOptions): Promise<string> {
  if (faults) return faultList(profile, json)
  if (conditions) return conditionList(json)
  if (variants) return variantList(profile, json)
  const reference = await loadReference(profile)
  return json ? listJson(reference) : listText(reference)
}

/** Returns the mock's name of a profile. */
const ofTheMock = async (profile: string): Promise<ProfileName> => {
  const { mockProfileNamed } = await import('../../mock/profiles/index.ts')
  return mockProfileNamed(loadProfile(profile).name)
}

const faultList = async (profile: string, json: boolean): Promise<string> => {
  const { allFaults } = await import('../../mock/faults/index.ts')
  const faults = allFaults(await ofTheMock(profile)).map(({ id, breaks, says, source }) => ({
    id,
    breaks,
    says,
    source,
  }))
  if (json) return jsonText(faults)
  return faults.map(({ id, breaks, says }) => `${id}\n    breaks ${breaks}: ${says}\n`).join('')
}

const conditionList = async (json: boolean): Promise<string> => {
  const { allConditions } = await import('../../mock/conditions/index.ts')
  const conditions = allConditions.map(({ id, says }) => ({ id, says }))
  if (json) return jsonText(conditions)
  return conditions.map(({ id, says }) => `${id}\n    only ${says}\n`).join('')
}

const variantList = async (profile: string, json: boolean): Promise<string> => {
  const { departuresOf, variantsOf } = await import('../../mock/variants/index.ts')
  const variants = variantsOf(await ofTheMock(profile)).map(({ id, says, excludes, departs }) => ({
    id,
    says,
    excludes,
    departs,
  }))
  if (json) return jsonText(variants)
  const departure = ({ departs }: (typeof variants)[number]): string =>
    departuresOf({ departs })
      .map(({ requirement, grade }) => `\n    departs from ${requirement}: a ${grade}`)
      .join('')
  return variants.map((variant) => `${variant.id}\n    ${variant.says}${departure(variant)}\n`).join('')
}
