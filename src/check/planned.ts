import type { Profile } from '../catalogue/profile.ts'
import type { PlannedCheck } from '../core/events.ts'
import { type Check, topicOf } from './check.ts'

type Facts = Pick<Check, 'id' | 'title' | 'claims' | 'operations'>

/** A check as a plan lists it: what it lacks and sends depends on the target; as it stands here, nothing. */
export function plannedCheck({ id, title, claims, operations }: Facts, profile: Profile): PlannedCheck {
  return { id, title, topic: topicOf({ id }), claims: claims(profile), operations, missing: [], requests: 0 }
}
