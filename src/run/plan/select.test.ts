import { expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import type { PlannedCheck } from '../../core/events.ts'
import { selectionOf } from './select.ts'

const planned = (
  id: string,
  claims: string[],
  operations: PlannedCheck['operations'] = [],
): PlannedCheck => ({
  id,
  title: id,
  topic: id.split('/')[0] ?? '',
  claims,
  operations,
  missing: [],
  requests: 1,
})

const checks = [
  planned('tokens/unknown', ['token.known'], ['create-quote', 'get-quote']),
  planned('tokens/expired', ['token.expired'], ['get-quote']),
  planned('quotes/one-amount-on-fixed-receiver', ['create-quote.amounts.one-on-fixed'], ['create-quote']),
]

const select = (only: string[], exclude: string[] = []): string[] => [
  ...selectionOf({ only, exclude })(checks, loadCatalogue()).selected,
]

test.each([
  [[], [], ['tokens/unknown', 'tokens/expired', 'quotes/one-amount-on-fixed-receiver']],
  [['tokens/expired'], [], ['tokens/expired']],
  [['tokens'], [], ['tokens/unknown', 'tokens/expired']],
  [['create-quote'], [], ['tokens/unknown', 'quotes/one-amount-on-fixed-receiver']],
  [['token.known'], [], ['tokens/unknown']],
  [['note'], [], ['quotes/one-amount-on-fixed-receiver']],
  [['Note'], [], ['quotes/one-amount-on-fixed-receiver']],
  [['must'], [], ['tokens/unknown', 'tokens/expired']],
  [['tokens'], ['tokens/expired'], ['tokens/unknown']],
  [['tokens/expired,quotes'], [], ['tokens/expired', 'quotes/one-amount-on-fixed-receiver']],
  [['tokens/expired, quotes'], [], ['tokens/expired', 'quotes/one-amount-on-fixed-receiver']],
  [['tokens/*'], [], ['tokens/unknown', 'tokens/expired']],
  [['create-quote.**'], [], ['quotes/one-amount-on-fixed-receiver']],
  [['token.?nown'], [], ['tokens/unknown']],
  [['*'], ['*/unknown,quotes'], ['tokens/expired']],
  [[], ['get-quote'], ['quotes/one-amount-on-fixed-receiver']],
])('--only %j --exclude %j selects %j', (only, exclude, expected) => {
  expect(select(only, exclude)).toEqual(expected)
})

test('a selected requirement that no check judges is refused', () => {
  expect(() => select(['quote.immutable'])).toThrow(
    '--only quote.immutable is a requirement that no check judges; see `op-conformance explain quote.immutable`',
  )
})

test('a selector that matches nothing is refused, and the message suggests the nearest word', () => {
  expect(() => select(['tokens/unknwon'])).toThrow(
    '--only tokens/unknwon matches no check, topic, operation, requirement or level; did you mean "tokens/unknown"?',
  )
  expect(() => select([], ['signature'])).toThrow('--exclude signature matches no')
  expect(() => select(['tokens,qoutes'])).toThrow('--only qoutes matches no')
  expect(() => select(['qoutes/*'])).toThrow(
    '--only qoutes/* matches no check, topic, operation, requirement or level; see `op-conformance list`',
  )
})

test('a selection that leaves no check is refused', () => {
  expect(() => select(['tokens'], ['tokens'])).toThrow('--exclude removes every check that --only selects')
})
