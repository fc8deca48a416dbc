import { expect, test } from 'vitest'
import { madeBy, marked } from './unshown-creation.ts'

const draft = { method: 'POST', path: '/outgoing-payments' }
const bodyOf = (body: unknown): string => String(marked({ ...draft, body }, 'a mark').draft.body)

test('the mark is written before the first member of a text, and every other byte stays', () => {
  const odd = Buffer.from('{"walletAddress":"\\u0000\xff", }x', 'latin1')
  const written = marked({ ...draft, body: odd }, 'a mark').draft.body as Buffer
  expect(written.toString('latin1')).toBe(
    '{"metadata":{"opConformance":"a mark"},"walletAddress":"\\u0000\xff", }x',
  )
})

test.each(['[1]', '{"metadata":{}}', '', '{}'])('the text %j is left as it is', (text) => {
  expect(bodyOf(Buffer.from(text))).toBe(text)
})

test('an object with metadata of its own is left as it is', () => {
  const body = { metadata: 'no object' }
  expect(marked({ ...draft, body }, 'a mark').draft.body).toBe(body)
})

test.each([
  ['the same metadata', ['text'], 'a'],
  ['other metadata', ['another'], undefined],
])('an item with %s as an unmarked request may be made by it', (_, metadata, id) => {
  const sent = { draft: { ...draft, body: { metadata: ['text'] } } }
  const list = { showsMarks: true, resembles: () => true }
  expect(madeBy(sent, [['a', { metadata }]], list)?.id).toBe(id)
})
