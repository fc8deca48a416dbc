import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { scriptedSession } from '../testing/scripted-session.ts'
import { type Attempt, tryIn } from './attempt.ts'
import { circumstances, type Row } from './table.ts'

const whole: RequestDraft = { operation: 'create-quote', method: 'POST', path: '/quotes', body: {} }
const requirement = 'token.known'
const held = { requirement, outcome: 'held', want: '', got: '' } as const

const attempt: Attempt = {
  invalid: (draft) => ({ ...draft, scheme: 'invalid' }),
  judge: (_, answer) => [{ ...held, outcome: isAccepted(answer) ? 'broken' : 'held', answer }],
  plainly: [held],
}

const row: Row = circumstances.filter(
  (one, place) => place === circumstances.findLastIndex(({ factor }) => factor === one.factor),
)

/** Returns the observations of a server that accepts the invalid request if `isFooled`. */
const observedOf = async (isFooled: (draft: RequestDraft, before: number) => boolean, found: Row[] = []) => {
  const { session, log } = scriptedSession(
    (draft, before) => (draft.scheme === 'invalid' && !isFooled(draft, before) ? 401 : 200),
    {
      target: { tokens: {}, receivers: {}, profile: loadProfile('interface') } as Target,
      circumstances: { taken: async () => undefined, company: async () => whole, found },
    },
  )
  const control = await session.send(whole)
  await tryIn({ session, taken: async () => ({ row, control }), whole: async () => whole }, row, attempt)
  return { observed: log.observed, sent: log.sent.length, found }
}

test('what is refused in all circumstances holds, and took one request beside those that have to be there', async () => {
  const { observed, sent } = await observedOf(() => false)
  expect(observed).toMatchObject([{ requirement, outcome: 'held' }])
  expect(sent).toBe(4)
})

test('what is taken in one circumstance breaks in that one alone', async () => {
  const { observed } = await observedOf(({ chunked }) => chunked === true)
  expect(observed).toMatchObject([{ outcome: 'broken', circumstances: ['with a chunked body'] }])
})

test('what is taken only in two circumstances at once breaks in these two', async () => {
  const { observed } = await observedOf(({ query, furtherMember }) => Boolean(query && furtherMember))
  expect(observed).toMatchObject([
    {
      outcome: 'broken',
      circumstances: [
        'with a further signature and digest, which come first',
        'with an unknown query parameter',
      ],
    },
  ])
})

test('of sizes the least is named', async () => {
  const { observed } = await observedOf(({ padding = 0 }) => padding > 5000)
  expect(observed).toMatchObject([{ circumstances: ['with a body over 8 KiB'] }])
})

test('what breaks without any, or not each time, names none', async () => {
  const always = await observedOf(() => true)
  const thirds = await observedOf((_, before) => before % 3 === 0)
  for (const { observed } of [always, thirds]) {
    expect(observed).toMatchObject(
      [{ outcome: 'broken', got: 'accepted, but not every time' }].map(({ outcome }) => ({ outcome })),
    )
    expect(observed[0]).not.toHaveProperty('circumstances')
  }
})

test('circumstances that were found before are tried first', async () => {
  const isFooled = ({ padding = 0 }: RequestDraft): boolean => padding > 5000
  const first = await observedOf(isFooled)
  const second = await observedOf(isFooled, first.found)
  expect(second.observed).toEqual(first.observed.map((one) => ({ ...one, answer: expect.anything() })))
  expect(second.sent).toBeLessThan(8)
})

test('a server that takes each eleventh request is found by eleven in a row, and it is said that it is not each time', async () => {
  for (let offset = 0; offset < 11; offset++) {
    const { session, log } = scriptedSession(({ scheme }, before) =>
      scheme === 'invalid' && (before + offset) % 11 !== 0 ? 401 : 200,
    )
    for (let turn = 0; turn < 11; turn++)
      if (await tryIn({ session, whole: async () => whole }, [], attempt)) break
    expect(log.observed).toMatchObject([{ outcome: 'broken', got: ', but not every time' }])
    expect(log.controls).toMatchObject([{ accepted: true }])
  }
})

test('what is refused each time is not observed again', async () => {
  const { session, log } = scriptedSession(() => 401)
  for (let turn = 0; turn < 10; turn++) await tryIn({ session, whole: async () => whole }, [], attempt)
  expect(log.observed).toEqual([])
  expect(log.sent).toHaveLength(10)
})
