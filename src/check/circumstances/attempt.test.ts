import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { reached, scriptedSession } from '../testing/scripted-session.ts'
import { type Attempt, tryIn } from './attempt.ts'
import { circumstances, type Row } from './table.ts'

const valid: RequestDraft = { operation: 'create-quote', method: 'POST', path: '/quotes', body: {} }
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
const observedOf = async (
  isFooled: (draft: RequestDraft, before: number) => boolean,
  found: Row[] = [],
  tried = attempt,
) => {
  const { session, log } = scriptedSession(
    (draft, before) => (!isFooled(draft, before) && draft.scheme === 'invalid' ? 401 : 200),
    {
      target: { ...reached, tokens: {}, receivers: {}, profile: loadProfile('interface') } as Target,
      circumstances: {
        acceptedRow: async () => undefined,
        plainFirst: async () => {},
        beside: (session) => Promise.resolve({ answer: session.send(valid) }),
        found,
      },
    },
  )
  const control = await session.send(valid)
  await tryIn({ session, acceptedRow: async () => ({ row, control }), valid: async () => valid }, row, tried)
  return { observed: log.observed, sent: log.sent.length, found }
}

test('a claim holds if the request is refused in all circumstances, and the attempt sends one request more than it must', async () => {
  const { observed, sent } = await observedOf(() => false)
  expect(observed).toMatchObject([{ requirement, outcome: 'held' }])
  expect(sent).toBe(4)
})

test('a request that showed nothing in the simplest circumstances is not tried in others', async () => {
  const open = { ...attempt, plainly: [{ ...held, outcome: 'noted' as const }] }
  expect((await observedOf(() => true, [], open)).sent).toBe(1)
})

test('a request accepted in one circumstance breaks the claim and names only that one', async () => {
  const { observed } = await observedOf(({ chunked }) => chunked === true)
  expect(observed).toMatchObject([{ outcome: 'broken', circumstances: ['with a chunked body'] }])
})

test('one header among all is found with few requests', async () => {
  const { observed, sent } = await observedOf(({ furtherHeaders = [] }) =>
    furtherHeaders.some((own) => 'range' in own || 'if-range' in own),
  )
  expect(observed).toMatchObject([{ outcome: 'broken', circumstances: [expect.stringContaining('range')] }])
  expect(row.length).toBeGreaterThan(30)
  expect(sent).toBeLessThan(20)
})

test('a request accepted only in two circumstances together breaks the claim and names both', async () => {
  const { observed } = await observedOf(({ query, furtherMember }) => Boolean(query && furtherMember))
  expect(observed).toMatchObject([
    {
      outcome: 'broken',
      circumstances: [
        'with a further signature and digest, which come first',
        'with unknown query parameters',
      ],
    },
  ])
})

test('an attempt names the smallest body size with which the server accepts the request', async () => {
  const { observed } = await observedOf(({ padding = 0 }) => padding > 5000)
  expect(observed).toMatchObject([{ circumstances: ['with a body over 8 KiB'] }])
})

test('a claim that breaks without circumstances, or only sometimes, names none', async () => {
  const always = await observedOf(() => true)
  const thirds = await observedOf((_, before) => before % 3 === 0)
  for (const { observed } of [always, thirds]) {
    expect(observed).toMatchObject(
      [{ outcome: 'broken', got: 'accepted, but not every time' }].map(({ outcome }) => ({ outcome })),
    )
    expect(observed[0]).not.toHaveProperty('circumstances')
  }
})

/** Returns the texts that {uuid} stands for in the requests that are sent for an attempt, as far as they are given. */
const keysOf = async (invalid: Attempt['invalid']): Promise<string[]> => {
  const keys: string[] = []
  await observedOf(
    ({ uuid }) => {
      if (uuid !== undefined) keys.push(uuid)
      return false
    },
    [],
    { ...attempt, invalid: async (draft) => ({ ...(await invalid(draft)), scheme: 'invalid' }) },
  )
  return keys
}

test('an attempt has the idempotency key of the same request before it, unless it wants something else', async () => {
  const [before, own, ...others] = await keysOf((draft) => draft)
  expect([own, ...others]).toEqual([before])
  expect(await keysOf((draft) => ({ ...draft, body: { method: 'ilp' } }))).toHaveLength(1)
})

test('an attempt tries first the circumstances that an earlier attempt found', async () => {
  const isFooled = ({ padding = 0 }: RequestDraft): boolean => padding > 5000
  const first = await observedOf(isFooled)
  const second = await observedOf(isFooled, first.found)
  expect(second.observed).toEqual(first.observed.map((one) => ({ ...one, answer: expect.anything() })))
  expect(second.sent).toBeLessThan(8)
})

test('eleven requests in a row detect a server that accepts every eleventh, and say "not every time"', async () => {
  for (let offset = 0; offset < 11; offset++) {
    const { session, log } = scriptedSession(({ scheme }, before) =>
      scheme === 'invalid' && (before + offset) % 11 !== 0 ? 401 : 200,
    )
    for (let turn = 0; turn < 11; turn++)
      if (await tryIn({ session, valid: async () => valid }, [], attempt)) break
    expect(log.observed).toMatchObject([{ outcome: 'broken', got: ', but not every time' }])
    expect(log.controls).toMatchObject([{ accepted: true }])
  }
})

test('a request that is refused every time adds no further observation', async () => {
  const { session, log } = scriptedSession(() => 401)
  for (let turn = 0; turn < 10; turn++) await tryIn({ session, valid: async () => valid }, [], attempt)
  expect(log.observed).toEqual([])
  expect(log.sent).toHaveLength(10)
})
