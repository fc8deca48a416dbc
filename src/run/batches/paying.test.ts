import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { inTurn } from '../../check/concurrently.ts'
import { noCost } from '../../check/cost.ts'
import type { Batched } from '../../check/kinds/batched.ts'
import type { Check } from '../../check/kinds/check.ts'
import { PreconditionFailed, type Session } from '../../check/session.ts'
import type { Subject } from '../../check/subject.ts'
import { type Log, reached, scriptedSession } from '../../check/testing/scripted-session.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import type { Underway } from '../session/supervise.ts'
import { batchesOf, costOfBatches } from './batches.ts'
import { chainsOf, sendChain } from './paying.ts'

const subject: Subject = {
  operation: 'create-outgoing-payment',
  pays: true,
  needs: {},
  preparation: {},
  accepted: { payments: 1 },
  prepare: async () => ({ method: 'POST', path: '/outgoing-payments', debits: 100n, body: 'valid' }),
}

const paying = (id: string, cases: number, send?: Batched['send'], isTriedElsewhere = false): Check => ({
  id,
  title: id,
  detects: 'a-fault',
  claims: () => [],
  operations: [],
  needs: {},
  subjects: [subject],
  generates: false,
  cost: () => noCost,
  run: async () => {},
  batched: [
    {
      subject,
      isTriedElsewhere,
      cases: () => Array.from({ length: cases }, (_, index) => index),
      controls: async () => [],
      send:
        send ??
        (async (session, draft, given) => void (await session.send({ ...draft, body: `${id} ${given}` }))),
    },
  ],
})

const target = { profile: loadProfile('interface') } as Target

/**
 * Sends the batches of these checks to a server that accepts a request if `accepts` says so, and returns the requests
 * that were sent.
 */
const sendAll = async (
  checks: Check[],
  accepts: (before: number) => boolean = () => true,
  overrides: Partial<Session> = {},
) => {
  const { session, log } = scriptedSession((_, before) => (accepts(before) ? 201 : 401), overrides)
  const underway = new Map(checks.map((check): [Check, Underway] => [check, { check: check.id, session }]))
  const begun = (check: Check): Underway => underway.get(check) ?? { check: check.id, session }
  for (const chain of chainsOf(batchesOf(checks, target)))
    await sendChain(chain, { begun, concurrently: inTurn })
  return { log, underway, bodies: bodiesOf(log) }
}

const bodiesOf = ({ sent }: Log): unknown[] => sent.map(({ body }) => body)

test('invalid payments of several checks share one control before and one after', async () => {
  const { bodies, log } = await sendAll([paying('a', 2), paying('b', 1)])
  expect(bodies).toEqual(['valid', 'a 0', 'a 1', 'b 0', 'valid'])
  expect(log.controls.map(({ accepted }) => accepted)).toEqual([true, true, true, true])
})

test('a batch holds at most 32 invalid payments, so that 70 take four controls', async () => {
  const checks = [paying('a', 40), paying('b', 30)]
  const { bodies } = await sendAll(checks)
  expect(bodies.filter((body) => body === 'valid')).toHaveLength(4)
  expect(costOfBatches(batchesOf(checks, target)).payments).toBe(4)
})

test('a refused closing control ends its batch, and the next batch sends a control of its own', async () => {
  // Each batch consists of a control, 19 invalid payments and a control.
  const { bodies, log } = await sendAll([paying('a', 38)], (before) => before !== 20)
  expect(bodies.flatMap((body, place) => (body === 'valid' ? [place] : []))).toEqual([0, 20, 21, 41])
  expect(log.controls).toEqual([
    { batch: 0, accepted: true },
    { batch: 0, accepted: false },
    { batch: 1, accepted: true },
    { batch: 1, accepted: true },
  ])
})

test('nothing invalid is sent after a refused control', async () => {
  const { bodies } = await sendAll([paying('a', 3)], () => false)
  expect(bodies).toEqual(['valid'])
})

test('an error thrown by one check of a batch does not end the other checks', async () => {
  const failing = paying('a', 2, () => Promise.reject(new PreconditionFailed('no quote')))
  const { bodies, underway } = await sendAll([failing, paying('b', 1)])
  expect(bodies).toEqual(['valid', 'b 0', 'valid'])
  expect(underway.get(failing)?.thrown?.error).toEqual(new PreconditionFailed('no quote'))
})

/** Sends 50 invalid payments of one check in two batches. Returns what was sent, and the rows that each was seen in. */
const sentInRows = async (isTriedElsewhere: boolean) => {
  const send: Batched['send'] = async (session, draft, given) => {
    const invalid = (valid: RequestDraft): RequestDraft => ({ ...valid, scheme: String(given) })
    await session.send(invalid(draft))
    const plainly = [{ requirement: 'a', want: 'a refusal', got: '401', outcome: 'held' as const }]
    return { invalid, judge: () => [], plainly }
  }
  const beside = async () => ({ answer: Promise.resolve() })
  const plainFirst = async (): Promise<void> => {}
  const circumstances = { acceptedRow: async () => undefined, found: [], plainFirst, beside }
  const target = { ...reached, tokens: {} } as Target
  const { log } = await sendAll([paying('a', 50, send, isTriedElsewhere)], undefined, {
    circumstances,
    target,
  })
  const rows = Array.from({ length: 50 }, (_, given) => [
    ...new Set(
      log.sent
        .filter(({ scheme }) => scheme === String(given))
        .map(({ padding = 0, furtherMember }) => `${padding > 0} ${furtherMember}`),
    ),
  ])
  return { sent: log.sent, rows }
}

test('each invalid payment is tried in the rows of all batches, without further valid payments', async () => {
  const { sent, rows } = await sentInRows(false)
  for (const seen of rows)
    expect(new Set(seen)).toEqual(new Set(['false undefined', 'true undefined', 'true both']))
  const isLong = ({ padding = 0 }: RequestDraft): boolean => padding > 1024
  // Each of the two batches and the attempts of the first batch in the row of the second have one.
  expect(sent.filter((draft) => draft.scheme && isLong(draft)).length).toBeLessThanOrEqual(3)
  expect(sent.filter(({ scheme, path }) => !scheme && path !== '/quotes')).toHaveLength(3)
})

test('an invalid payment that is tried elsewhere too is tried in the row of its own batch', async () => {
  const { rows } = await sentInRows(true)
  expect(rows.map((seen) => seen.length)).toEqual(rows.map(() => 2))
  expect(new Set(rows.map((seen) => seen.join())).size).toBe(2)
})

test('a batch is settled once, after its closing control', async () => {
  const settled: unknown[] = []
  const answered: boolean[] = []
  const controls: Partial<Session['controls']> = {
    take: () => void answered.push(true),
    settled: (batch) => void settled.push([batch, answered.length]),
  }
  await sendAll([paying('a', 1)], () => true, { controls: controls as Session['controls'] })
  expect(settled).toEqual([[0, 2]])
})
