import type { Route } from '../routes/route.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { ProfileName } from './name.ts'

/** What one text has the mock do; variants and faults come over it. */
export interface Profile {
  name: ProfileName
  routes: readonly Route[]
  /** Named functions put in the place of those of the interface. */
  override?: (replaced: Behaviour) => Partial<Behaviour>
}
