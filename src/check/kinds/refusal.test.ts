import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Target } from '../../target-file/target.ts'
import { each, eachInTurn } from '../cases/given.ts'
import { refusedAs } from '../expectation.ts'
import type { Subject } from '../subject.ts'
import { reached, scriptedSession } from '../testing/scripted-session.ts'
import { refusal } from './refusal.ts'
import type { Refused } from './refused.ts'

const subject: Subject = {
  operation: 'create-quote',
  needs: {},
  preparation: { requests: 0, quotes: 0 },
  accepted: { requests: 0, quotes: 1 },
  prepare: async () => ({ operation: 'create-quote', method: 'POST', path: '/quotes', body: {} }),
}

const invalidCases = (cases: number): Refused<Record<never, never>, number> => ({
  id: 'topic/invalid-is-refused',
  title: 'An invalid request is refused',
  detects: 'a-fault',
  on: [subject],
  cases: each(...Array.from({ length: cases }, (_, index) => index)),
  mutate: (draft, given) => ({ ...draft, body: { given } }),
  expect: refusedAs('body', 'create-quote.amounts.exclusive'),
})

const invalid = (cases: number) => refusal(invalidCases(cases))

const isInvalid = (body: unknown): boolean => JSON.stringify(body) !== '{}'

test('a refusal is sent between two controls of the same request', async () => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 400 : 201))
  await invalid(1).run(session)
  expect(log.sent.map(({ body }) => isInvalid(body))).toEqual([false, true, false])
  expect(log.controls).toEqual([
    { batch: 0, accepted: true },
    { batch: 0, accepted: true },
  ])
})

test('a refusal counts only behind its batch of controls', async () => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 400 : 201))
  await invalid(1).run(session)
  expect(log.observed.every(({ behind, outcome }) => behind === 0 && outcome === 'held')).toBe(true)
})

test('an invalid request that is accepted breaks the requirement whatever its controls', async () => {
  const { session, log } = scriptedSession(() => 201)
  await invalid(1).run(session)
  const [observed] = log.observed
  expect(observed).toMatchObject({
    requirement: 'create-quote.amounts.exclusive',
    outcome: 'broken',
    given: 0,
  })
  expect(observed).not.toHaveProperty('behind')
})

test('nothing invalid is sent if the control is refused', async () => {
  const { session, log } = scriptedSession(() => 401)
  await invalid(3).run(session)
  expect(log.sent).toHaveLength(1)
})

test('a control is sent after every 32 invalid requests and closes one batch and opens the next', async () => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 400 : 201))
  await invalid(66).run(session)
  expect(log.sent).toHaveLength(66 + 4)
  expect(log.controls.map(({ batch }) => batch)).toEqual([0, 0, 1, 1, 2, 2])
})

test.each([1, 32, 33, 66])('the stated cost matches what the check sends for %i cases', async (cases) => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 400 : 201))
  await invalid(cases).run(session)
  const accepted = log.sent.filter(({ body }) => !isInvalid(body)).length
  expect(invalid(cases).cost(20)).toMatchObject({ requests: log.sent.length, quotes: accepted, payments: 0 })
})

test('a request that uses up its resource is prepared anew for every control and every case', async () => {
  let made = 0
  const once: Subject = {
    ...subject,
    once: true,
    preparation: { requests: 0, incomingPayments: 1 },
    prepare: async () => ({ operation: 'create-quote', method: 'POST', path: `/quotes/${made++}` }),
  }
  const { session, log } = scriptedSession((_, before) => (before === 1 || before === 2 ? 400 : 201))
  const check = refusal({
    id: 'topic/invalid-is-refused',
    title: 'An invalid request is refused',
    detects: 'a-fault',
    on: [once],
    cases: each(1, 2),
    expect: refusedAs('body', 'create-quote.amounts.exclusive'),
  })
  await check.run(session)
  expect(log.sent.map(({ path }) => path)).toEqual(['/quotes/0', '/quotes/1', '/quotes/2', '/quotes/3'])
  expect(check.cost(20).incomingPayments).toBeGreaterThanOrEqual(made)
})

test.each([1, 2, 6])(
  'with seed %i, one of all invalid requests of a subject has a long body',
  async (seed) => {
    const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 400 : 201), {
      target: { ...reached, tokens: {}, receivers: {}, profile: loadProfile('interface') } as Target,
      generated: { seed, runs: 10 },
      circumstances: {
        acceptedRow: async (place, row, valid) => ({ row, control: await place.send(await valid()) }),
        plainFirst: async () => {},
        beside: (session) => Promise.resolve({ answer: session.send({ method: 'GET', path: '/quotes' }) }),
        found: [],
      },
    })
    await invalid(5).run(session)
    const paddings = log.sent.flatMap(({ body, padding }) => (isInvalid(body) && padding) || [])
    expect(paddings.length).toBeGreaterThanOrEqual(10)
    expect(paddings.filter((length) => length > 1024)).toEqual([65_536])
  },
)

const four = ['create-quote', 'get-quote', 'list-outgoing-payments', 'list-incoming-payments'] as const

/** Requests of one check that share values, by default four that share twelve. The server accepts the value `accepts`. */
const sharing = (accepts?: number, values = 12, on: readonly OperationId[] = four) => {
  const given = (body: unknown): number | undefined => Object(body).given
  const { session, log } = scriptedSession(
    ({ body }) => (given(body) === undefined || given(body) === accepts ? 201 : 401),
    {
      target: { ...reached, tokens: {}, receivers: {}, profile: loadProfile('interface') } as Target,
      generated: { seed: 0, runs: 10 },
      circumstances: {
        acceptedRow: async (place, row, valid) => ({ row, control: await place.send(await valid()) }),
        plainFirst: async () => {},
        beside: (session) => Promise.resolve({ answer: session.send({ method: 'GET', path: '/quotes' }) }),
        found: [],
      },
    },
  )
  const check = refusal({
    ...invalidCases(0),
    on: on.map((operation) => ({
      ...subject,
      operation,
      prepare: async () => ({ operation, method: 'POST' as const, path: `/${operation}`, body: {} }),
    })),
    cases: eachInTurn(...Array.from({ length: values }, (_, index) => index)),
    expect: refusedAs('signature-invalid', 'signature.verifies'),
  })
  return { session, log, check, given }
}

test('in circumstances a request meets shared values that only other requests are tried with', async () => {
  const { session, log, check, given } = sharing()
  await check.run(session)
  const sent = log.sent.filter(({ operation }) => operation === 'create-quote')
  const values = new Set(sent.map(({ body }) => given(body)))
  expect([...values].filter((value) => value !== undefined)).toHaveLength(12)
})

test('the repetitions of a request are values that only other requests were tried with', async () => {
  const six = [...four, 'get-incoming-payment', 'create-incoming-payment'] as const
  const { session, log, check, given } = sharing(undefined, 24, six)
  await check.run(session)
  const sent = log.sent.filter(({ operation }) => operation === 'get-quote')
  const met = new Set(sent.flatMap(({ body }) => given(body) ?? []))
  // Eight plainly, and eight others in circumstances.
  expect(met.size).toBeGreaterThan(8 + 8)
  expect(sent.filter(({ body }) => given(body) !== undefined)).toHaveLength(met.size)
})

test('a shared value that breaks in circumstances and without any is reported as broken without any', async () => {
  const { session, log, check } = sharing(7)
  await check.run(session)
  const broken = log.observed.filter(({ outcome }) => outcome === 'broken')
  expect(broken.length).toBeGreaterThan(0)
  for (const one of broken) {
    expect(one).toMatchObject({ given: 7 })
    expect(one).not.toHaveProperty('circumstances')
    expect(one.got).not.toContain('not every time')
  }
})

test('the cases of a check share the repetitions, whatever they break', async () => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 401 : 201), {
    target: { ...reached, tokens: {}, receivers: {}, profile: loadProfile('interface') } as Target,
    circumstances: {
      acceptedRow: async () => undefined,
      plainFirst: async () => {},
      beside: (session) => Promise.resolve({ answer: session.send({ method: 'GET', path: '/quotes' }) }),
      found: [],
    },
  })
  const check = { ...invalidCases(5), expect: refusedAs('signature-invalid', 'signature.verifies') }
  await refusal(check).run(session)
  expect(log.sent.filter(({ body }) => isInvalid(body))).toHaveLength(5 + 7)
})

test.each([
  { answers: 'refused', status: 400, order: ['valid', 'invalid', 'plainFirst', 'valid'] },
  { answers: 'accepted', status: 201, order: ['valid', 'invalid', 'valid'] },
])(
  'if an invalid request is $answers, the last control is sent at the right time',
  async ({ status, order }) => {
    const done: string[] = []
    const { session } = scriptedSession(
      ({ body }) => {
        done.push(isInvalid(body) ? 'invalid' : 'valid')
        return isInvalid(body) ? status : 201
      },
      {
        circumstances: {
          acceptedRow: async () => undefined,
          plainFirst: async () => void done.push('plainFirst'),
          beside: (session) => Promise.resolve({ answer: session.send({ method: 'GET', path: '/quotes' }) }),
          found: [],
          noRoom: 'this test wants none',
        },
      },
    )
    await invalid(1).run(session)
    expect(done).toEqual(order)
  },
)

test('a profile limits a refusal to its operations, minus those that its row excepts', () => {
  const check = refusal({
    id: 'topic/invalid-is-refused',
    title: 'An invalid request is refused',
    detects: 'a-fault',
    on: [subject, { ...subject, operation: 'get-quote' }, { ...subject, operation: 'get-outgoing-payment' }],
    expect: refusedAs('body', 'create-quote.amounts.exclusive'),
  })
  const profile = loadProfile('interface')
  expect(check.within?.(profile).operations).toEqual(['create-quote', 'get-quote'])
  const refusals = { body: { condition: 'x', must: 'refused' as const, except: ['get-quote' as const] } }
  expect(check.within?.({ ...profile, refusals }).operations).toEqual(['create-quote'])
})

test('a server error is not a refusal: it breaks only the recommendation', async () => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 500 : 201))
  await invalid(1).run(session)
  expect(log.observed).toMatchObject([
    { requirement: 'errors.no-server-error', outcome: 'broken', behind: 0 },
  ])
})

test('a spared case is sent once where the control pays, and leaves nothing to try in circumstances', async () => {
  const { session, log } = scriptedSession(({ body }) => (isInvalid(body) ? 400 : 201))
  const pays: Subject = { ...subject, pays: true }
  const [batch] = refusal({ ...invalidCases(2), on: [pays], isSpared: (given) => given === 1 }).batched ?? []
  const draft = await pays.prepare(session)
  const attempts = [await batch?.send(session, draft, 0, 0), await batch?.send(session, draft, 1, 0)]
  expect(log.sent).toHaveLength(2)
  expect(attempts.map((attempt) => attempt !== undefined)).toEqual([true, false])
})
