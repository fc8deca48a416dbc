import { departuresOf, type Variant } from '../changes/change.ts'
import { MockConfigurationError, suggestion } from '../core/errors.ts'
import type { ProfileName } from '../core/operations.ts'
import { readCatalogue } from '../openapi/catalogue.ts'
import { amountVariants } from './amounts.ts'
import { echoedUrlVariants, estimateVariants, storedTimeVariants } from './echoes.ts'
import { fieldVariants } from './fields.ts'
import { interactionVariants } from './interaction.ts'
import { laggingVariants } from './lagging.ts'
import { listVariants } from './lists.ts'
import { metadataVariants, writingVariants } from './metadata.ts'
import { openPaymentsVariants, publicFormVariants } from './open-payments.ts'
import { circumstanceVariants, openPointVariants, requestHeaderVariants } from './open-points.ts'
import { publishedTextVariants } from './published-text.ts'
import { readingVariants } from './readings.ts'
import { refusalVariants } from './refusals.ts'
import { settlingVariants } from './settling.ts'
import { signatureVariants } from './signatures.ts'
import { urlVariants } from './urls.ts'

export { departuresOf, type Variant } from '../changes/change.ts'

/** All variants, in the order in which they are applied to the mock. */
const every: readonly Variant[] = [
  ...listVariants,
  ...settlingVariants,
  ...laggingVariants,
  ...fieldVariants,
  ...storedTimeVariants,
  ...estimateVariants,
  ...openPointVariants,
  ...interactionVariants,
  ...metadataVariants,
  ...readingVariants,
  ...amountVariants,
  ...publicFormVariants,
  ...refusalVariants,
  ...signatureVariants,
  ...urlVariants,
  ...echoedUrlVariants,
  ...openPaymentsVariants,
  ...publishedTextVariants,
  ...writingVariants,
  ...circumstanceVariants,
  ...requestHeaderVariants,
]

const standingIn = (profile: ProfileName): Variant[] =>
  every.filter(({ profiles }) => !profiles || profiles.includes(profile))

/**
 * Returns every variant that the mock can have in a profile. Departures from requirements that are not in the profile
 * are removed.
 */
export function variantsOf(profile: ProfileName): Variant[] {
  const { ids } = readCatalogue(profile)
  return standingIn(profile).map(({ departs, ...variant }) => {
    const standing = departuresOf({ departs }).filter(({ requirement }) => ids.has(requirement))
    const [only] = standing
    if (!only) return variant
    return { ...variant, departs: standing.length === 1 ? only : standing }
  })
}

/**
 * Returns the variants with these ids, whatever the order of the ids. Several can be combined, unless one excludes
 * another.
 */
export function variantsNamed(ids: readonly string[], profile: ProfileName = 'interface'): Variant[] {
  if (ids.length === 0) return []
  const all = variantsOf(profile)
  for (const id of ids) if (!all.some((variant) => variant.id === id)) refuse(id, all)
  const variants = all.filter(({ id }) => ids.includes(id))
  for (const [place, variant] of variants.entries()) {
    const other = variants.slice(place + 1).find((later) => !areCompatible(variant, later))
    if (other) refuseTogether(variant, other)
  }
  return variants
}

export function areCompatible(variant: Variant, other: Variant): boolean {
  if (variant.alone || other.alone) return false
  return !variant.excludes?.includes(other.id) && !other.excludes?.includes(variant.id)
}

const refuse = (id: string, known: readonly Variant[]): never => {
  const ids = known.map((variant) => variant.id)
  throw new MockConfigurationError(
    'ERR_UNKNOWN_VARIANT',
    `Unknown variant "${id}". ${suggestion(id, ids, 'See `op-conformance list --variants`')}`,
  )
}

const refuseTogether = (variant: Variant, other: Variant): never => {
  throw new MockConfigurationError(
    'ERR_VARIANTS_EXCLUDE_EACH_OTHER',
    `The variants "${variant.id}" and "${other.id}" exclude each other. Remove one of them`,
  )
}
