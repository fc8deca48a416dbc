import { once } from '../core/once.ts'
import { listOf, mappingOf, text } from './mapping.ts'
import { type SpecFile, specFile, specProblem, treeOf } from './spec-file.ts'

/** A rule for reading the interface wherever it does not say more. Many inferred requirements rest on the same rule. */
export interface GeneralRule {
  id: string
  title: string
  /** The rule and its reason, in sentences. */
  says: string
}

/** Returns every general rule by its id. Cached. */
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
