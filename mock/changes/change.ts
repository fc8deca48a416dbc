import type { Family, Refusal } from '../core/answer.ts'
import type { OperationId, ProfileName } from '../core/operations.ts'
import type { Guard } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'
import type { Behaviour, Context, World } from '../state/world.ts'

/** Makes functions of a world that come over those that it has. They look at the world when they are called: it begins later. */
export type Override = (replaced: Behaviour, world: World) => Replacement

/** Some functions of some groups. */
export type Replacement = { [Group in keyof Behaviour]?: Partial<Behaviour[Group]> }

/** A function of a world by its group and its name. */
export type FunctionName = {
  [Group in keyof Behaviour]: `${Group}.${keyof Behaviour[Group] & string}`
}[keyof Behaviour]

/** A guard too many: on the operations it names, or on all. */
export interface ExtraGuard extends Guard {
  operations?: readonly OperationId[]
}

export interface Refusing extends Pick<ExtraGuard, 'id' | 'requirement' | 'operations'> {
  /** Which guards it stands among; the rules by default. */
  family?: Family
  refusal: Refusal
  isRefused: (context: Context) => boolean
}

/** A guard that refuses what the strict mock serves. */
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
    ...(operations && { operations }),
    refuses: (context) => (isRefused(context) ? refusal : undefined),
  }
}

/** What a profile, a variant and a fault have in common: how they differ from the strict mock. */
export interface Change {
  /** Guards that are left out. */
  without?: readonly string[] | undefined
  /** For which requests they are left out; for all if absent. */
  while?: (context: Context) => boolean
  /** Guards that refuse what the strict mock accepts. */
  extraGuards?: readonly ExtraGuard[] | undefined
  /** Functions put in the place of those of a world; made anew for each mock, so they may remember. */
  override?: Override
}

/** A variant or a fault: switched on by name. */
export interface NamedChange extends Change {
  id: string
  /** What such a server does, in a sentence. */
  says: string
}

/** A requirement that a variant does not keep, and what the finding weighs. */
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

/** One way in which a conforming server may differ from the reference server. */
export interface Variant extends NamedChange {
  /** Variants that cannot hold beside it. */
  excludes?: readonly string[]
  /** The profiles that leave this open; all where absent. */
  profiles?: readonly ProfileName[]
  /**
   * The recommendations that it does not follow, where the profile has them, or, as a note, the disputed requirement whose
   * other reading it follows; whatever else is judged, it keeps.
   */
  departs?: Departure | readonly Departure[]
  /** No other variant can hold beside it. */
  alone?: true
  /** It shows less than some checks need: they are skipped. */
  hides?: true
  /** A path of the base URL. */
  basePath?: string
}

/** Variants that answer one open question, each in its own way: no two hold together. */
export function alternatives(...variants: readonly Variant[]): Variant[] {
  return variants.map((variant) => ({
    ...variant,
    excludes: [
      ...(variant.excludes ?? []),
      ...variants.filter(({ id }) => id !== variant.id).map(({ id }) => id),
    ],
  }))
}

/** What one text has the mock do; variants and faults come over it. */
export interface MockProfile extends Pick<Change, 'extraGuards' | 'override'> {
  name: ProfileName
  aliases?: readonly string[]
  routes: readonly ServedRoute[]
}
