import type { Level } from '../verdict.ts'

/** One obligation of a server or client, as spec/requirements has it. */
export interface Requirement {
  /** Stable for ever; retired, never reused. */
  id: string
  level: Level
  /** Who the sentence binds. */
  actor: 'resource-server' | 'client'
  /** The obligation in our words, one sentence. */
  says: string
  /** A place in spec/outline.yaml. */
  source: string
  profiles: string[]
  basis: 'stated' | 'inferred'
  /** Why it is read so, where the text could be read otherwise. */
  reading?: string
  /** Both readings, where they cannot be reconciled: reported, never failing a run. */
  disputed?: string[]
  /** Place in spec/openapi.yaml whose keyword states it: `Quote.id`, `Quote.id.required`, `Amount.value.format`. */
  schema?: string[]
  /** Why no check exists: a recorded decision. */
  untested?: string
  /** The topic of a later issue that brings the check. */
  later?: string
}
