import { closest } from 'fastest-levenshtein'
import { MockConfigurationError } from '../errors.ts'
import { fieldStyles } from './fields.ts'
import { listStyles } from './lists.ts'
import { openPointStyles } from './open-points.ts'
import { refusalStyles } from './refusals.ts'
import { settlingStyles } from './settling.ts'
import type { Style } from './style.ts'
import { urlStyles } from './urls.ts'
import { writingStyles } from './writing.ts'

export type { Style } from './style.ts'

/** Every style that the mock can have. */
export const allStyles: readonly Style[] = [
  ...listStyles,
  ...settlingStyles,
  ...fieldStyles,
  ...openPointStyles,
  ...refusalStyles,
  ...urlStyles,
  ...writingStyles,
]

const known = new Set(allStyles.map(({ id }) => id))

/** The styles of these ids, whatever the order they are named in; several combine, unless one excludes another. */
export const stylesNamed = (ids: readonly string[]): Style[] => {
  for (const id of ids) if (!known.has(id)) refuse(id)
  const styles = allStyles.filter(({ id }) => ids.includes(id))
  for (const [place, style] of styles.entries()) {
    const other = styles.slice(place + 1).find((later) => !areCompatible(style, later))
    if (other) refuseTogether(style, other)
  }
  return styles
}

export const areCompatible = (style: Style, other: Style): boolean =>
  !style.excludes?.includes(other.id) && !other.excludes?.includes(style.id)

const refuse = (id: string): never => {
  throw new MockConfigurationError(
    'ERR_UNKNOWN_STYLE',
    `There is no style "${id}"; did you mean "${closest(id, [...known])}"?`,
  )
}

const refuseTogether = (style: Style, other: Style): never => {
  throw new MockConfigurationError(
    'ERR_STYLES_EXCLUDE_EACH_OTHER',
    `The styles "${style.id}" and "${other.id}" exclude each other; leave out one of them`,
  )
}
