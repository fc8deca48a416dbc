import { expect, test } from 'vitest'
import type { Session } from '../../check/session.ts'
import type { Side, Subject } from '../../check/subject.ts'
import { scriptedSession } from '../../check/testing/scripted-session.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { Target } from '../../target-file/target.ts'
import { createSideEffectCheck } from './side-effects.ts'
import type { SentInBatch, TriedRequest } from './watched-side.ts'

const requirement = 'create-outgoing-payment.refused.nothing-created'

type Shown = Record<string, Record<string, unknown>>

const firstLook = 'Sat, 28 Nov 2026 12:00:00 GMT'
const listed = { status: 200, headers: {}, text: '', json: {} }

/** A list that shows these views one after the other, and repeats the last one. An undefined view cannot be read. */
const sideShowing = (...views: Array<Shown | undefined>): Side => ({
  name: 'the list',
  of: 'create-outgoing-payment',
  requirement,
  requests: 1,
  open: () => async () => {
    const shown = views.length > 1 ? views.shift() : views[0]
    const answer: Answer = { ...answered(200), response: { ...listed, headers: { date: firstLook } } }
    return shown && { answer, shown: new Map(Object.entries(shown)) }
  },
  resembles: (_, { body }, { receiver }) => Object(body).receiver === receiver,
})

const answered = (status: number, id?: string): Answer => ({
  exchange: 1,
  method: 'POST',
  url: '/',
  response: { status, headers: {}, text: '', json: id === undefined ? {} : { id } },
})

const made = (id: string) =>
  [id, { kind: 'outgoing-payment' as const, id, createdWith: 'tokens.full', shownTo: [] }] as const

const ours = { receiver: 'ours' }
const controls = { opening: ours, closing: ours }

interface Case {
  /** The views of the list: after the opening control, after the closing one, and so on. */
  views: Array<Shown | undefined>
  status?: number
}

/** Sends one refused payment between two controls, and returns what was observed. */
const observedOf = async ({ views, status = 401 }: Case) => {
  const skipped: string[] = []
  let booked = 0
  const { session, log } = scriptedSession(() => 200, {
    memory: { known: () => new Map(['opening', 'closing', 'closing again'].map(made)) },
    money: { book: () => void booked++ },
    skip: (_, why) => void skipped.push(...why),
    target: { limits: { settleTimeout: 0 } } as Target,
  })
  const subject: Subject = {
    operation: 'create-outgoing-payment',
    needs: {},
    preparation: {},
    accepted: {},
    prepare: () => Promise.reject(new Error('not asked for')),
    sides: [sideShowing(...views)],
  }
  const sent = (mark?: string): SentInBatch[] => [
    {
      session,
      draft: { method: 'POST', path: '/', body: ours, debits: 1n },
      answer: answered(status),
      check: 'a-check',
      behind: 3,
      ...(mark === undefined ? {} : { mark }),
    },
  ]
  const tried: TriedRequest = {
    subject,
    session: session as Session,
    sent: sent(),
    closing: answered(201, 'closing'),
    again: async (mark) => sent(`${mark} 0`),
    control: async () => answered(201, 'closing again'),
  }
  const sideEffects = createSideEffectCheck()
  await sideEffects.begin(subject, session, answered(201, 'opening'))
  await sideEffects.end(tried)
  await sideEffects.close(subject)
  return { observed: log.observed, skipped, booked }
}

const opening = { opening: ours }

test('the requirement holds, subject to the controls, if the list shows only what the controls created', async () => {
  const { observed } = await observedOf({ views: [opening, controls] })
  expect(observed).toMatchObject([{ requirement, outcome: 'held', behind: 3 }])
})

test('the requirement holds if only an earlier look came past what the closing control created', async () => {
  const { observed, skipped } = await observedOf({ views: [controls, {}] })
  expect(observed).toMatchObject([{ requirement, outcome: 'held' }])
  expect(skipped).toEqual([])
})

test('a refused request that creates something breaks the requirement if it does so again', async () => {
  const made = { ...controls, first: ours }
  const again = {
    ...made,
    'closing again': ours,
    second: { ...ours, metadata: { opConformance: 'closing 0 0' } },
  }
  const { observed } = await observedOf({ views: [opening, made, again] })
  expect(observed).toMatchObject([
    { requirement, outcome: 'broken', got: 'status 401, but second is in the list' },
  ])
})

test('a refused request that creates something only now and then breaks the requirement', async () => {
  const made = { ...controls, first: ours }
  const second = { ...ours, metadata: { opConformance: 'closing 2 0' } }
  const { observed } = await observedOf({
    views: [opening, made, made, made, { ...made, 'closing again': ours, second }],
  })
  expect(observed).toMatchObject([{ requirement, outcome: 'broken' }])
})

test('a creation in a list without metadata is recognised by its other fields', async () => {
  const made = { ...controls, first: ours }
  const again = { ...made, 'closing again': ours, second: ours }
  const { observed } = await observedOf({ views: [opening, made, again] })
  expect(observed).toMatchObject([{ requirement, outcome: 'broken' }])
})

test.each([
  ['2026-11-27T12:00:00Z', 'held'],
  ['2026-11-28T12:00:01Z', 'broken'],
])(
  'a resource of %s that only a longer look finds, and one like it after it: %s',
  async (createdAt, outcome) => {
    const old = { ...ours, createdAt }
    const made = { ...controls, old }
    const { observed } = await observedOf({
      views: [opening, made, { ...made, 'closing again': ours, older: old }],
    })
    expect(observed).toMatchObject([{ requirement, outcome }])
  },
)

test.each([
  ['once only', {}],
  ['again with other metadata', { second: { ...ours, metadata: { order: 17 } } }],
  ['again for another receiver', { second: { receiver: 'theirs' } }],
])('a creation that appears %s is not held against the server', async (_, further) => {
  const made = { ...controls, first: ours }
  const again = { ...made, 'closing again': ours, ...further }
  const { observed } = await observedOf({ views: [opening, made, again] })
  expect(observed).toEqual([])
})

test("in a list with metadata, a creation without a mark is somebody else's, and is not counted", async () => {
  const made = { ...controls, first: ours }
  const again = { ...made, 'closing again': { ...ours, metadata: { opConformance: 'x' } }, second: ours }
  const { observed, booked } = await observedOf({ views: [opening, made, again] })
  expect({ observed, booked }).toEqual({ observed: [], booked: 0 })
})

test('a creation that nothing explains is counted as a payment if it may come from the run', async () => {
  const { booked } = await observedOf({ views: [opening, { ...controls, first: ours }] })
  expect(booked).toBe(1)
})

test('a creation that does not resemble the refused request is ignored', async () => {
  const { observed } = await observedOf({ views: [opening, { ...controls, first: { receiver: 'theirs' } }] })
  expect(observed).toMatchObject([{ requirement, outcome: 'held' }])
})

test('a creation that appears late counts too', async () => {
  const late = { ...controls, first: ours }
  const again = { ...late, 'closing again': ours, second: ours }
  const { observed } = await observedOf({ views: [opening, controls, late, again] })
  expect(observed.map(({ outcome }) => outcome)).toEqual(['held', 'broken'])
})

test('a creation that appears late counts even if another one appeared first', async () => {
  const made = { ...controls, first: ours }
  const other = { ...ours, metadata: { order: 17 } }
  const meanwhile = { ...made, 'closing again': ours, other }
  const again = { ...meanwhile, second: { ...ours, metadata: { opConformance: 'closing 0 0' } } }
  const { observed } = await observedOf({ views: [opening, made, meanwhile, again] })
  expect(observed).toMatchObject([{ requirement, outcome: 'broken' }])
})

test.each([
  ['cannot be read', [undefined]],
  ['does not show what was created', [{}]],
])('a list that %s is not judged, and the report says so', async (_, views) => {
  const { observed, skipped } = await observedOf({ views })
  expect(observed).toEqual([])
  expect(skipped).toEqual([expect.stringMatching(/^the list: it cannot be read, or does not show/)])
})

test('a creation behind a server error is not judged', async () => {
  const { observed } = await observedOf({ views: [opening, { ...controls, first: ours }], status: 500 })
  expect(observed).toEqual([])
})
