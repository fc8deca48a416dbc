import { once } from '../core/once.ts'
import type { Level } from '../core/verdict.ts'
import { listOf, mappingOf, optionalTexts, text } from './mapping.ts'
import { type SpecFile, specFile, specProblem, treeOf } from './spec-file.ts'

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

/** A rule for reading the interface wherever it does not say more. Many inferred requirements rest on the same rule. */
export interface GeneralRule {
  id: string
  title: string
  /** The rule and its reason, in sentences. */
  says: string
}

export const loadGeneralRules = once(() => generalRulesOf(specFile('general-rules.yaml')))

export function generalRulesOf(file: SpecFile): ReadonlyMap<string, GeneralRule> {
  const rules = new Map<string, GeneralRule>()
  for (const [index, entry] of listOf(treeOf(file), file.path).entries()) {
    const mapping = mappingOf(entry, `${file.path}: rule ${index + 1}`, ['id', 'title', 'says'])
    const rule = { id: text(mapping, 'id'), title: text(mapping, 'title'), says: text(mapping, 'says') }
    if (rules.has(rule.id)) throw specProblem(`${file.path}: ${rule.id}`, 'stands twice; ids are unique')
    rules.set(rule.id, rule)
  }
  return rules
}

/** A quotation from the published Open Payments documents. */
export interface Published {
  /**
   * The document and the path to the sentence in it:
   * `auth-server#components.schemas.access_token.properties.expires_in.description`.
   */
  at: string
  /** The quotation, verbatim except for white space. A part of a schema is quoted as its YAML. */
  says: string
}

const place = /^(resource-server|auth-server)#\S+$/

/** Reads quotations, on which profiles that extend the interface rest. Throws if there is none. */
export function quotationsIn(value: unknown, where: string): Published[] {
  const quotations = listOf(value, where).map((one, index) => {
    const quotation = mappingOf(one, `${where}: quotation ${index + 1}`, ['at', 'says'])
    const at = text(quotation, 'at')
    if (!place.test(at))
      throw specProblem(quotation.place, 'at is not resource-server#place or auth-server#place')
    return { at, says: text(quotation, 'says').trim().replace(/\s+/g, ' ') }
  })
  if (quotations.length > 0) return quotations
  throw specProblem(where, 'is empty: quote the published text, or take the key away')
}

/**
 * Kinds of agreement between the views of one resource. `same`: a field is equal in all of them. The suffixes limit
 * that: metadata that is `plain` or `odd`, an amount that is `fixed` when the payment is created or only `estimated`, or
 * what a resource shows while it is `valid`, before its expiresAt.
 * `grows` and `grows-until-failed` apply to amounts, `stays-true` to flags. `not-before`: each moment is not before the
 * one named before it, and the last does not go back. `one-asset`: the amounts have the same asset.
 */
export const viewWords = [
  'same',
  'same-if-plain',
  'same-if-odd',
  'same-if-fixed',
  'same-if-estimated',
  'same-while-valid',
  'grows',
  'grows-until-failed',
  'stays-true',
  'not-before',
  'one-asset',
] as const

export type ViewWord = (typeof viewWords)[number]

/** The fields that agree in each way, named as in spec/openapi.yaml: `Quote.debitAmount`. */
type Views = Partial<Record<ViewWord, string[]>>

export function viewsIn(value: unknown, place: string): Views {
  const views = mappingOf(value, place, viewWords)
  return Object.fromEntries(
    viewWords.flatMap((word) => {
      const fields = optionalTexts(views, word)
      return fields ? [[word, fields]] : []
    }),
  )
}
