import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import { reached, scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Target } from '../../src/target-file/target.ts'
import { createTrial } from './list-trial.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const last = ids.length - 1

const status = (draft: RequestDraft, came: number, json?: unknown): Answer => ({
  exchange: 1,
  method: draft.method,
  url: draft.path,
  response: { status: came, headers: {}, text: '', json },
})

/** The page of a server that refuses pages past an end. Its cursors are ids. */
const pageOf = (draft: RequestDraft): Answer => {
  const asked = new Map(draft.query)
  const [cursor, first, back] = [asked.get('cursor'), Number(asked.get('first')), Number(asked.get('last'))]
  const place = cursor === undefined ? -1 : ids.indexOf(cursor)
  const shown = asked.has('first')
    ? ids.slice(place + 1, place + 1 + first)
    : ids.slice(Math.max(0, place - back), place)
  if (shown.length === 0) return status(draft, 404)
  const pagination = { startCursor: shown.at(0), endCursor: shown.at(-1) }
  return status(draft, 200, { pagination, result: shown.map((id) => ({ id })) })
}

const trialOf = (answer: (draft: RequestDraft) => Answer) => {
  const target = { ...reached, profile: loadProfile('interface'), tokens: {} } as unknown as Target
  const send = async (draft: RequestDraft): Promise<Answer> => answer(draft)
  const { session } = scriptedSession(() => 200, { target, send })
  return createTrial(session, 'list-outgoing-payments', {
    ids,
    items: [],
    most: 100,
    answer: status({ method: 'GET', path: '/outgoing-payments' }, 200),
  })
}

/** A trial of a list. The server refuses what `isRefused` says. */
const refusing = (isRefused: (draft: RequestDraft) => boolean) =>
  trialOf((draft) => (isRefused(draft) ? status(draft, 400) : pageOf(draft)))

const before = (count: number) => ({ direction: 'backwards', count, item: last }) as const

test('a page before the last item that is refused because its cursor has expired is not reproducible', async () => {
  let isExpired = false
  const trial = refusing(({ given = [] }) => isExpired && given.length > 0)
  expect(await trial.page(before(2))).toMatchObject({ page: { items: [{ id: 'c' }, { id: 'd' }] } })
  isExpired = true
  const refused = await trial.page(before(3))
  expect(refused?.page).toBeUndefined()
  expect(refused && (await trial.isReproducible(refused))).toBe(false)
})

test('a page before the last item that is refused although its cursor still leads back is reproducible', async () => {
  const trial = refusing(({ query = [] }) => query.some(([name, value]) => name === 'last' && value === '3'))
  const refused = await trial.page(before(3))
  expect(refused?.page).toBeUndefined()
  expect(refused && (await trial.isReproducible(refused))).toBe(true)
})

/** Follows the endCursor of the first two items, on a server that shows its first page for what `isIgnored` says. */
const followed = async (isIgnored: (draft: RequestDraft, before: number) => boolean) => {
  let before = 0
  const trial = trialOf((draft) => {
    const query = (draft.query ?? []).filter(([name]) => name !== 'cursor' || !isIgnored(draft, before))
    before++
    return pageOf({ ...draft, query })
  })
  const wrong = await trial.page({ direction: 'forwards', count: 2, follow: 'endCursor' })
  expect(wrong?.page?.items).toEqual([{ id: 'a' }])
  return { wrong, trial }
}

test('a wrong page after a cursor is not reproducible if that cursor leads on when it is shown anew', async () => {
  const { wrong, trial } = await followed((_, before) => before === 1)
  expect(wrong && (await trial.isReproducible(wrong))).toBe(false)
})

test('a wrong page after a cursor is reproducible if that cursor leads to a wrong page again', async () => {
  const { wrong, trial } = await followed(() => true)
  expect(wrong && (await trial.isReproducible(wrong))).toBe(true)
})
