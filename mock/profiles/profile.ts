import type { ProfileName } from '../core/operations.ts'
import type { Route } from '../http/route.ts'
import type { Behaviour } from '../state/world.ts'

/** What one text has the mock do; variants and faults come over it. */
export interface Profile {
  name: ProfileName
  aliases?: readonly string[]
  routes: readonly Route[]
  /** Named functions put in the place of those of the interface. */
  override?: (replaced: Behaviour) => Partial<Behaviour>
}
