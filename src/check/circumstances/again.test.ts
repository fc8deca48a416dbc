import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { any, each, type Given } from '../cases/given.ts'
import { noCost } from '../cost.ts'
import { scenario } from '../kinds/scenario.ts'
import type { Circumstances, Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import { reached, scriptedSession } from '../testing/scripted-session.ts'
import { applicable, type Circumstance, inCircumstances } from './table.ts'

const requirement = 'quote.id.readable'
const make: RequestDraft = { operation: 'create-quote', method: 'POST', path: '/quotes', body: {} }
const read: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1' }

const subject = (draft: RequestDraft): Subject => ({
  operation: draft.operation ?? 'create-quote',
  needs: {},
  preparation: {},
  accepted: noCost,
  prepare: async () => ({ ...draft, scheme: 'valid' }),
})

/** A check that creates a resource and reads it. The server must accept the read. */
const readBack = (cases: Given<number> = each(1)) =>
  scenario({
    id: 'topic/is-read-back',
    title: 'What was made is read',
    detects: 'a-fault',
    requests: [subject(make), subject(read)],
    inCircumstances: true,
    needs: {},
    claims: [requirement],
    cases,
    run: async (session, _, scheme) => {
      await session.send({ ...make, scheme: `made ${scheme}` })
      await session.send({ ...make, scheme: `refused ${scheme}`, invalid: true })
      const answer = await session.send({ ...read, scheme: `read ${scheme}` })
      const outcome = isAccepted(answer) ? 'held' : 'broken'
      session.observe({ requirement, outcome, want: 'accepted', got: outcome, answer })
    },
  })

/** Circumstances that find out, as a run does, in which ones of a row the server accepts the valid request. */
const known: Circumstances = {
  acceptedRow: async (session, row, valid) => {
    const draft = await valid()
    const accepted: Circumstance[] = []
    for (const one of applicable(row, draft, session)) {
      const control = await session.send(inCircumstances([one], draft, session))
      if (isAccepted(control)) accepted.push(one)
    }
    const control = await session.send(inCircumstances(accepted, draft, session))
    return accepted.length > 0 && isAccepted(control) ? { row: accepted, control } : undefined
  },
  plainFirst: async () => {},
  beside: (session) => Promise.resolve({ answer: session.send(make) }),
  found: [],
}

const ran = async (
  status: (draft: RequestDraft) => number,
  cases?: Given<number>,
  more: Partial<Session> = {},
) => {
  const { session, log } = scriptedSession(status, {
    target: { ...reached, tokens: {}, receivers: {}, profile: loadProfile('interface') } as Target,
    circumstances: { ...known, found: [] },
    ...more,
  })
  await readBack(cases).run(session)
  return log
}

const isBroken = ({ outcome }: { outcome: string }): boolean => outcome === 'broken'

test('a check that holds plainly is repeated in circumstances, and a failure names the fewest of them', async () => {
  const { observed } = await ran(({ scheme, query }) => (scheme?.startsWith('read') && query ? 404 : 200))
  expect(observed[0]).toMatchObject({ outcome: 'held' })
  expect(observed[0]).not.toHaveProperty('circumstances')
  expect(observed.find(isBroken)).toMatchObject({
    circumstances: ['with unknown query parameters'],
    given: 1,
  })
})

test('a check reports no failure in circumstances in which the server refuses valid requests', async () => {
  const { observed } = await ran(({ query, headersFirst }) => (query || headersFirst ? 400 : 200))
  expect(observed.filter(isBroken)).toEqual([])
})

test('one valid request to an operation has a long body, and one invalid request, among those of a check', async () => {
  const { sent } = await ran(() => 200, each(1, 2, 3))
  const refused = sent.flatMap(({ scheme, padding }) => (scheme?.startsWith('refused') && padding) || [])
  expect(refused.filter((length) => length > 1024)).toEqual([65_536])
  const paddings = sent.flatMap(({ scheme, padding }) => (scheme?.startsWith('made') && padding) || [])
  expect(paddings).toHaveLength(9)
  expect(paddings.filter((length) => length > 1024)).toEqual([65_536])
})

test('all requests share the circumstances that the server accepts for every operation', async () => {
  const { sent } = await ran(({ operation, query }) => (operation === 'get-quote' && query ? 400 : 200))
  const made = sent.filter(({ scheme }) => scheme?.startsWith('made'))
  expect(made.length).toBeGreaterThan(1)
  expect(made.filter(({ query }) => query)).toEqual([])
  expect(made.slice(1).every(({ headersFirst, headerNames }) => headersFirst ?? headerNames)).toBe(true)
})

test('a check that fails plainly is not repeated in circumstances', async () => {
  const { sent } = await ran(({ scheme }) => (scheme?.startsWith('read') ? 404 : 200))
  expect(sent).toHaveLength(3)
})

test('only a few of many generated cases are repeated in circumstances', async () => {
  const { sent } = await ran(
    () => 200,
    any(() => fc.integer({ min: 10, max: 99 }), { first: [1, 2, 3] }),
  )
  const again = sent.filter(
    ({ scheme, headersFirst, headerNames }) => scheme?.startsWith('made') && (headersFirst ?? headerNames),
  )
  expect(again.length).toBeGreaterThan(2)
  expect(again.length).toBeLessThanOrEqual(6)
})

test('a replay runs only in the circumstances of the failure', async () => {
  const replay = { given: 1, circumstances: ['with unknown query parameters'] }
  const { observed, sent } = await ran(
    ({ query, scheme }) => (query && scheme?.startsWith('read') ? 404 : 200),
    undefined,
    { replay },
  )
  expect(observed).toMatchObject([{ outcome: 'broken', circumstances: replay.circumstances }])
  expect(sent.filter(({ scheme }) => scheme?.startsWith('made'))).toHaveLength(1)
})

test('the check states in advance the cost of its repetitions in circumstances', () => {
  expect(readBack().inCircumstances?.requests).toBeGreaterThan(6)
})
