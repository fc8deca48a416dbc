import type { Family, RefusalAnswer } from '../core/answer.ts'
import type { OperationId, ProfileName } from '../core/operations.ts'
import type { Guard } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'
import type { Behaviour, Context, World } from '../state/world.ts'

/**
 * Creates functions that override those of a world. They must not read the world before they are called, because it is
 * filled later.
 */
export type Override = (replaced: Behaviour, world: World) => Replacement

/** The overriding functions: any functions of any groups. */
export type Replacement = { [Group in keyof Behaviour]?: Partial<Behaviour[Group]> }

/** The name of a function of a world: its group and its own name. */
export type FunctionName = {
  [Group in keyof Behaviour]: `${Group}.${keyof Behaviour[Group] & string}`
}[keyof Behaviour]

/** An additional guard, on the operations that it names or on all. */
export interface ExtraGuard extends Guard {
  operations?: readonly OperationId[] | undefined
}

export interface Refusing extends Pick<ExtraGuard, 'id' | 'requirement' | 'operations'> {
  /** The family of guards to which it belongs. The default is the rules. */
  family?: Family | undefined
  refusal: RefusalAnswer
  isRefused: (context: Context) => boolean
}

/** Creates a guard that refuses a request that the strict mock serves. */
export function refusing({
  id,
  family = 'rule',
  requirement,
  operations,
  refusal,
  isRefused,
}: Refusing): ExtraGuard {
  return {
    id,
    family,
    requirement,
    operations,
    refuses: (context) => (isRefused(context) ? refusal : undefined),
  }
}

/** The common part of profiles, variants and faults: their differences from the strict mock. */
export interface Change {
  /** The ids of guards that are left out. */
  without?: readonly string[] | undefined
  /** The requests for which they are left out. The default is all requests. */
  while?: (context: Context) => boolean
  /** Guards that refuse what the strict mock accepts. */
  extraGuards?: readonly ExtraGuard[] | undefined
  /** Functions that replace those of a world. They are created anew for each mock, so they may have state. */
  override?: Override
}

/** A variant or a fault, which is activated by its name. */
export interface NamedChange extends Change {
  id: string
  /** Says in a sentence what such a server does. */
  says: string
}

/** Creates a variant that refuses requests which the strict mock serves. */
export function refusingVariant(variant: RefusingVariant): Variant {
  const { guard, family, requirement, operations, refusal, isRefused, ...others } = variant
  const id = guard ?? others.id
  return { ...others, extraGuards: [refusing({ id, family, requirement, operations, refusal, isRefused })] }
}

interface RefusingVariant extends Refusing, Omit<Variant, 'extraGuards'> {
  /** The id of its guard. The default is that of the variant. */
  guard?: string
}

/** A requirement that a variant does not keep, and the grade of the resulting finding. */
export interface Departure {
  requirement: string
  grade: 'warning' | 'note'
}

export function departuresOf({
  departs = [],
}: {
  departs?: Variant['departs'] | undefined
}): readonly Departure[] {
  return 'requirement' in departs ? [departs] : departs
}

/** A way in which a conforming server may differ from the reference server. */
export interface Variant extends NamedChange {
  /** Variants that cannot be combined with it. */
  excludes?: readonly string[]
  /** The profiles that leave this open. The default is all profiles. */
  profiles?: readonly ProfileName[]
  /**
   * The recommendations that it does not follow, if the profile has them. With the grade `note`, it is the disputed
   * requirement of which the variant follows the other reading. The variant keeps every other judged requirement.
   */
  departs?: Departure | readonly Departure[]
  /** Excludes every other variant. */
  alone?: true
  /** Set if the server shows less than some checks need, so that these are skipped. */
  hides?: true
  /** The path of the base URL. */
  basePath?: string
}

/** Makes variants exclude each other, because each answers the same open question in its own way. */
export function alternatives(...variants: readonly Variant[]): Variant[] {
  return variants.map((variant) => ({
    ...variant,
    excludes: [
      ...(variant.excludes ?? []),
      ...variants.filter(({ id }) => id !== variant.id).map(({ id }) => id),
    ],
  }))
}

/** The behaviour that a specification demands of the mock. Variants and faults override it. */
export interface MockProfile extends Pick<Change, 'extraGuards' | 'override'> {
  name: ProfileName
  aliases?: readonly string[]
  routes: readonly ServedRoute[]
}
