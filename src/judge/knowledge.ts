import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { PassiveCheck } from '../check/passive.ts'

/** What judging needs beside the events. What stands not among the requirements of the profile is not judged. */
export interface Knowledge {
  requirements: ReadonlyMap<string, Requirement>
  profile: Profile
  passive: readonly PassiveCheck[]
}
