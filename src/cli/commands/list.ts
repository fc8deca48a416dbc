import { listJson, listText } from '../../report/list.ts'
import { exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadReference } from '../reference.ts'

export interface ListOptions {
  json?: boolean
  faults?: boolean
  styles?: boolean
}

/** Prints every check and requirement, or every fault or style that the mock can have. */
export const list = async (
  { json = false, faults = false, styles = false }: ListOptions,
  { stdout }: Io,
): Promise<number> => {
  if (faults) {
    stdout.write(await faultList(json))
  } else if (styles) {
    stdout.write(await styleList(json))
  } else {
    const reference = await loadReference()
    stdout.write(json ? listJson(reference) : listText(reference))
  }
  return exit.fine
}

const faultList = async (json: boolean): Promise<string> => {
  const { allFaults } = await import('../../../mock/faults/index.ts')
  const faults = allFaults().map(({ id, breaks, says, source }) => ({ id, breaks, says, source }))
  if (json) return `${JSON.stringify(faults, null, 2)}\n`
  return faults.map(({ id, breaks, says }) => `${id}\n    breaks ${breaks}: ${says}\n`).join('')
}

const styleList = async (json: boolean): Promise<string> => {
  const { allStyles } = await import('../../../mock/styles/index.ts')
  const styles = allStyles.map(({ id, says, excludes, departs }) => ({ id, says, excludes, departs }))
  if (json) return `${JSON.stringify(styles, null, 2)}\n`
  const departure = ({ departs }: (typeof styles)[number]): string =>
    departs ? `\n    departs from ${departs.requirement}: a ${departs.grade}` : ''
  return styles.map((style) => `${style.id}\n    ${style.says}${departure(style)}\n`).join('')
}
