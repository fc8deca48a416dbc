import type { Level } from '../core/verdict.ts'
import type { GeneralRule } from './general-rules.ts'
import type { Published } from './published.ts'
import type { Views } from './views.ts'

/** One obligation of a server or client, as one profile has it. */
export interface Requirement {
  /** Stable for ever; retired, never reused. */
  id: string
  level: Level
  /** Who the sentence binds. */
  actor: 'resource-server' | 'client'
  /** The obligation in our words, one sentence. */
  says: string
  /** A place in the outline. */
  source: string
  /** The profile that introduces it; those that extend it inherit it, unless they say otherwise. */
  profile: string
  basis: 'stated' | 'inferred'
  /** The general rule that it is inferred by. */
  rule?: GeneralRule
  /** The published text that a profile takes it from. */
  published?: Published[]
  /** Why it is read so, where the text could be read otherwise. */
  reading?: string
  /** Both readings, where they cannot be reconciled: reported, never failing a run. */
  disputed?: string[]
  /** Where spec/openapi.yaml states it: `Quote.id.required`, `Quote.id`, `Quote.receiver.pattern`, `Amount.assetCode.x-should`. */
  schema?: string[]
  /** What the views of one resource agree in because of it. */
  views?: Views
  /** Why no check exists: a recorded decision. */
  untested?: string
  /** The topic of a later issue that brings the check. */
  later?: string
}

/** Why a requirement is read so: the general rule that it rests on, in full, and its own reading. */
export function readingOf({ rule, reading }: Pick<Requirement, 'rule' | 'reading'>): string | undefined {
  return rule === undefined ? reading : [rule.says, reading].filter((text) => text !== undefined).join(' ')
}
