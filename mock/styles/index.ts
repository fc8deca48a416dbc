import { closest } from 'fastest-levenshtein'
import { MockConfigurationError } from '../errors.ts'
import { readCatalogue } from '../faults/catalogue.ts'
import type { ProfileName } from '../profiles/name.ts'
import { circumstanceStyles } from './circumstances.ts'
import { fieldStyles } from './fields.ts'
import { laggingStyles } from './lagging.ts'
import { listStyles } from './lists.ts'
import { metadataStyles } from './metadata.ts'
import { openPaymentsStyles } from './open-payments.ts'
import { openPointStyles } from './open-points.ts'
import { publicFormStyles } from './public-form.ts'
import { readingStyles } from './readings.ts'
import { refusalStyles } from './refusals.ts'
import { settlingStyles } from './settling.ts'
import { signatureAgeStyles } from './signature-age.ts'
import type { Style } from './style.ts'
import { urlStyles } from './urls.ts'
import { writingStyles } from './writing.ts'

export type { Style } from './style.ts'

/** In the order in which they are put over each other. */
const every: readonly Style[] = [
  ...listStyles,
  ...settlingStyles,
  ...laggingStyles,
  ...fieldStyles,
  ...openPointStyles,
  ...metadataStyles,
  ...readingStyles,
  ...publicFormStyles,
  ...refusalStyles,
  ...signatureAgeStyles,
  ...urlStyles,
  ...openPaymentsStyles,
  ...writingStyles,
  ...circumstanceStyles,
]

const standingIn = (profile: ProfileName): Style[] =>
  every.filter(({ profiles }) => !profiles || profiles.includes(profile))

/** Every style that the mock can have in a profile. What one departs from, it departs from where that stands in the profile. */
export function stylesOf(profile: ProfileName): Style[] {
  const { ids } = readCatalogue(profile)
  return standingIn(profile).map(({ departs, ...style }) =>
    departs && ids.has(departs.requirement) ? { ...style, departs } : style,
  )
}

/** Those of the interface. */
export const allStyles: readonly Style[] = standingIn('interface')

/** The styles of these ids, whatever the order they are named in; several combine, unless one excludes another. */
export function stylesNamed(ids: readonly string[], profile: ProfileName = 'interface'): Style[] {
  if (ids.length === 0) return []
  const all = stylesOf(profile)
  for (const id of ids) if (!all.some((style) => style.id === id)) refuse(id, all)
  const styles = all.filter(({ id }) => ids.includes(id))
  for (const [place, style] of styles.entries()) {
    const other = styles.slice(place + 1).find((later) => !areCompatible(style, later))
    if (other) refuseTogether(style, other)
  }
  return styles
}

export function areCompatible(style: Style, other: Style): boolean {
  return !style.excludes?.includes(other.id) && !other.excludes?.includes(style.id)
}

const refuse = (id: string, known: readonly Style[]): never => {
  const ids = known.map((style) => style.id)
  throw new MockConfigurationError(
    'ERR_UNKNOWN_STYLE',
    `There is no style "${id}"; did you mean "${closest(id, ids)}"?`,
  )
}

const refuseTogether = (style: Style, other: Style): never => {
  throw new MockConfigurationError(
    'ERR_STYLES_EXCLUDE_EACH_OTHER',
    `The styles "${style.id}" and "${other.id}" exclude each other; leave out one of them`,
  )
}
