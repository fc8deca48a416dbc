import type { ProfileName } from '../../mock/core/operations.ts'
import { loadProfile } from '../catalogue/profiles.ts'
import { listView } from '../report/catalogue/reference.ts'
import { code, type Item, type Text } from '../report/document/document.ts'
import type { Presented } from '../report/document/view.ts'
import { loadReference } from './requests/reference.ts'

export interface ListOptions {
  faults?: boolean
  conditions?: boolean
  variants?: boolean
  /** The name or alias of a profile. */
  profile: string
}

/** Lists every check and requirement, or every fault, condition or variant of the mock. */
export async function list({ faults, conditions, variants, profile }: ListOptions): Promise<Presented> {
  if (faults) return faultList(profile)
  if (conditions) return conditionList()
  if (variants) return variantList(profile)
  return listView(await loadReference(profile))
}

const ofTheMock = async (profile: string): Promise<ProfileName> => {
  const { mockProfileNamed } = await import('../../mock/profiles/index.ts')
  return mockProfileNamed(loadProfile(profile).name)
}

const faultList = async (profile: string): Promise<Presented> => {
  const { allFaults } = await import('../../mock/faults/index.ts')
  const faults = allFaults(await ofTheMock(profile)).map(({ id, breaks, says, source }) => ({
    id,
    breaks,
    says,
    source,
  }))
  const items = faults.map(({ id, breaks, says }) => ({
    text: code(id),
    below: [['breaks ', code(breaks), `: ${says}`]],
  }))
  return { document: documentOf('Faults of the mock', items), data: faults }
}

const conditionList = async (): Promise<Presented> => {
  const { allConditions } = await import('../../mock/conditions/index.ts')
  const conditions = allConditions.map(({ id, says }) => ({ id, says }))
  const items = conditions.map(({ id, says }) => ({ text: code(id), below: [`only ${says}`] }))
  return { document: documentOf('Conditions of faults', items), data: conditions }
}

const variantList = async (profile: string): Promise<Presented> => {
  const { departuresOf, variantsOf } = await import('../../mock/variants/index.ts')
  const variants = variantsOf(await ofTheMock(profile)).map(({ id, says, excludes, departs }) => ({
    id,
    says,
    excludes,
    departs,
  }))
  const items = variants.map(({ id, says, departs }) => ({
    text: code(id),
    below: [
      says,
      ...departuresOf({ departs }).map(
        ({ requirement, grade }): Text => ['departs from ', code(requirement), `: a ${grade}`],
      ),
    ],
  }))
  return { document: documentOf('Variants of the mock', items), data: variants }
}

const documentOf = (title: string, items: readonly Item[]): Presented['document'] => ({
  title,
  blocks: [{ kind: 'list', items }],
})
