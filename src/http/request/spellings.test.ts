import { expect, test } from 'vitest'
import { isSameUrl } from '../../core/urls.ts'
import type { RequestDraft } from '../draft.ts'
import { urlOf, withSpelling } from './message.ts'
import { spellings } from './spellings.ts'

const list: RequestDraft = {
  method: 'GET',
  path: '/quotes',
  query: [
    ['first', '1'],
    ['cursor', '/a'],
  ],
}
const get: RequestDraft = { method: 'GET', path: '/quotes/7-a' }
const post: RequestDraft = { method: 'POST', path: '/quotes', body: {} }

const written = (name: string, draft: RequestDraft, baseUrl: string): string | undefined => {
  const spelling = spellings.find((one) => one.name === name)
  const other = spelling && withSpelling(draft, spelling.write, { baseUrl })
  return other && urlOf(other, { baseUrl })
}

const named = 'https://op.example/op'
const numbered = 'http://127.0.0.1:80/op'

test.each([
  ['with escapes in lower case', list, named, 'https://op.example/op/quotes?first=1&cursor=%2fa'],
  ['with escapes in lower case', get, named, undefined],
  ['with unreserved characters escaped', get, named, 'https://op.example/op/quotes/%37%2D%61'],
  [
    'with unreserved characters escaped',
    list,
    named,
    'https://op.example/op/quotes?%66%69%72%73%74=%31&%63%75%72%73%6F%72=%2F%61',
  ],
  ['with unreserved characters escaped', post, named, undefined],
  ['with the host in capitals', post, named, 'https://OP.EXAMPLE/op/quotes'],
  ['with the host in capitals', post, numbered, undefined],
  ['with the default port', post, named, 'https://op.example:443/op/quotes'],
  ['with the default port', post, numbered, undefined],
  ['with an empty query', post, named, 'https://op.example/op/quotes?'],
  ['with an empty query', list, named, undefined],
  ['with the query in reverse order', list, named, 'https://op.example/op/quotes?cursor=%2Fa&first=1'],
  ['with the query in reverse order', get, named, undefined],
])('%s: %j below %s is %s', (name, draft, base, url) => {
  expect(written(name, draft, base)).toBe(url)
})

test.each(spellings.filter(({ isEquivalent }) => isEquivalent))(
  '$name leaves the URL equivalent',
  ({ name }) => {
    for (const draft of [list, get, post]) {
      const url = written(name, draft, named)
      if (url !== undefined) expect(isSameUrl(url, urlOf(draft, { baseUrl: named }))).toBe(true)
    }
  },
)

test('spellings of different parts of a URL can be combined', () => {
  const all = spellings.reduce(
    (draft, { write }) => withSpelling(draft, write, { baseUrl: named }) ?? draft,
    get,
  )
  expect(urlOf(all, { baseUrl: named })).toBe('https://OP.EXAMPLE:443/op/quotes/%37%2D%61?')
})
