import type { ProfileName } from '../../../mock/profiles/name.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { listJson, listText } from '../../report/list.ts'
import { exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadReference } from '../reference.ts'

export interface ListOptions {
  json?: boolean
  faults?: boolean
  conditions?: boolean
  styles?: boolean
  /** Name or alias. */
  profile: string
}

/** Prints every check and requirement, or every fault, condition or style that the mock can have. */
export async function list(
  { json = false, faults = false, conditions = false, styles = false, profile }: ListOptions,
  { stdout }: Io,
): Promise<number> {
  if (faults) {
    stdout.write(await faultList(profile, json))
  } else if (conditions) {
    stdout.write(await conditionList(json))
  } else if (styles) {
    stdout.write(await styleList(profile, json))
  } else {
    const reference = await loadReference(profile)
    stdout.write(json ? listJson(reference) : listText(reference))
  }
  return exit.fine
}

/** The mock knows profiles by their own names. */
const ofTheMock = async (profile: string): Promise<ProfileName> => {
  const { mockProfileNamed } = await import('../../../mock/profiles/index.ts')
  return mockProfileNamed(loadProfile(profile).name)
}

const faultList = async (profile: string, json: boolean): Promise<string> => {
  const { allFaults } = await import('../../../mock/faults/index.ts')
  const faults = allFaults(await ofTheMock(profile)).map(({ id, breaks, says, source }) => ({
    id,
    breaks,
    says,
    source,
  }))
  if (json) return `${JSON.stringify(faults, null, 2)}\n`
  return faults.map(({ id, breaks, says }) => `${id}\n    breaks ${breaks}: ${says}\n`).join('')
}

const conditionList = async (json: boolean): Promise<string> => {
  const { allConditions } = await import('../../../mock/conditions/index.ts')
  const conditions = allConditions.map(({ id, says }) => ({ id, says }))
  if (json) return `${JSON.stringify(conditions, null, 2)}\n`
  return conditions.map(({ id, says }) => `${id}\n    only ${says}\n`).join('')
}

const styleList = async (profile: string, json: boolean): Promise<string> => {
  const { stylesOf } = await import('../../../mock/styles/index.ts')
  const styles = stylesOf(await ofTheMock(profile)).map(({ id, says, excludes, departs }) => ({
    id,
    says,
    excludes,
    departs,
  }))
  if (json) return `${JSON.stringify(styles, null, 2)}\n`
  const departure = ({ departs }: (typeof styles)[number]): string =>
    departs ? `\n    departs from ${departs.requirement}: a ${departs.grade}` : ''
  return styles.map((style) => `${style.id}\n    ${style.says}${departure(style)}\n`).join('')
}
