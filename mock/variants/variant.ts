import type { ExtraGuard } from '../changes/active.ts'
import type { ProfileName } from '../core/profile-name.ts'
import type { Behaviour } from '../state/behaviour.ts'

/** One way in which a conforming server may differ from the reference server, switched on by name. */
export interface Variant {
  id: string
  /** What such a server does, in a sentence. */
  says: string
  /** Variants that cannot hold beside it. */
  excludes?: readonly string[]
  /** The profiles that leave this open; all where absent. */
  profiles?: readonly ProfileName[]
  /**
   * The recommendation that it does not follow, where the profile has it, or, as a note, the disputed requirement whose
   * other reading it follows; whatever else is judged, it keeps.
   */
  departs?: { requirement: string; grade: 'warning' | 'note' }
  /** It shows less than some checks need: they are skipped. */
  hides?: true
  /** A path of the base URL. */
  basePath?: string
  /** Guards that are left out, as what they refuse is answered otherwise. */
  without?: readonly string[]
  /** Guards that refuse what may be refused. */
  extraGuards?: readonly ExtraGuard[]
  /** Named functions put in the place of the strict ones; made anew for each mock, so they may remember. */
  override?: (replaced: Behaviour) => Partial<Behaviour>
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
