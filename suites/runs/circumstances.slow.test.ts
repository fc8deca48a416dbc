import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { viewOf } from '../../src/report/view.ts'
import { against, brokenIn, exitCodeAfter } from '../testing/against-mock.ts'

test('a server that refuses valid requests in some circumstances conforms, and each gap is listed once', async () => {
  const ids = ['chunked-bodies-refused', 'long-bodies-refused', 'unknown-parameters-refused']
  const events = await against({ variants: ids })
  expect(Object.fromEntries(brokenIn(events))).toEqual({})
  expect(exitCodeAfter(events)).toBe(0)
  const { partly } = viewOf(events, loadCatalogue('interface'))
  const refused = partly.filter(({ why }) => why.includes('create-quote'))
  expect(refused.map(({ why }) => why.replace(/^.*: (?=invalid)/, ''))).toEqual([
    'invalid requests with a URL of over 1,000 characters: the server refuses valid ones',
    'invalid requests with a body over 64 KiB: the server refuses valid ones',
    'invalid requests with a chunked body: the server refuses valid ones',
    'invalid requests with unknown query parameters: the server refuses valid ones',
  ])
})
