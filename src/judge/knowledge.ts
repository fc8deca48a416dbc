import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { PassiveCheck } from '../check/kinds/passive.ts'

/** Knowledge that judging needs besides the events. Requirements outside the profile are not judged. */
export interface Knowledge {
  requirements: ReadonlyMap<string, Requirement>
  profile: Profile
  passive: readonly PassiveCheck[]
}
