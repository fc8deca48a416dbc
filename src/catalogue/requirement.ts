import type { Level } from '../core/verdict.ts'
import type { GeneralRule } from './general-rules.ts'
import type { Published } from './published.ts'
import type { Views } from './views.ts'

/** An obligation of a server or client, as one profile has it. */
export interface Requirement {
  /** The id. It never changes, and the id of a retired requirement is never reused. */
  id: string
  level: Level
  /** The party that the sentence binds. */
  actor: 'resource-server' | 'client'
  /** The obligation in the harness's own words, in one sentence. */
  says: string
  /** A sentence that says what a party did which broke it. Undefined if the report derives it from `says`. */
  happened?: string
  /** The id of a place in the outline. */
  source: string
  /**
   * The profile that introduces the requirement. Profiles that extend it inherit the requirement, unless they amend it.
   */
  profile: string
  basis: 'stated' | 'inferred'
  /** The general rule from which it is inferred. */
  rule?: GeneralRule
  /** The published text that a profile takes it from. */
  published?: Published[]
  /** The reason for this reading, if the text could be read in another way. */
  reading?: string
  /** The conflicting readings, if they cannot be reconciled. Violations are reported but never fail a run. */
  disputed?: string[]
  /**
   * Places in spec/openapi.yaml that state it: `Quote.id.required`, `Quote.id`, `Quote.receiver.pattern`,
   * `Amount.assetCode.x-should`.
   */
  schema?: string[]
  /** The fields in which the views of one resource must agree because of it. */
  views?: Views
  /** The recorded decision not to test it, with the reason. */
  untested?: string
  /** The topic of a later issue that brings the check. */
  later?: string
}

/** Explains the reading of a requirement: the general rule that it rests on, in full, and its own reason. */
export function readingOf({ rule, reading }: Pick<Requirement, 'rule' | 'reading'>): string | undefined {
  return rule === undefined ? reading : [rule.says, reading].filter((text) => text !== undefined).join(' ')
}
