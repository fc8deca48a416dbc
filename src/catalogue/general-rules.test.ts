import { expect, test } from 'vitest'
import { generalRulesOf, loadGeneralRules } from './requirement.ts'

const rules = (text: string) => generalRulesOf({ path: 'general-rules.yaml', text })

test('a general rule is looked up by its id', () => {
  expect(rules('- { id: a, title: A, says: So. }').get('a')).toEqual({ id: 'a', title: 'A', says: 'So.' })
})

test.each([
  ['- { id: a, title: A, says: x }\n- { id: a, title: B, says: y }', 'general-rules.yaml: a: stands twice'],
  ['- { id: a, title: A }', 'rule 1: says is missing'],
  ['- { id: a, title: A, say: x }', '"say" is not a known field; did you mean "says"?'],
])('%j is refused: %s', (text, message) => {
  expect(() => rules(text)).toThrow(message)
})

test('the interface has exactly two general rules', () => {
  expect([...loadGeneralRules().keys()]).toEqual(['required-unless-optional', 'duty-needs-refusal'])
})
