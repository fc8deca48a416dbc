import { expect, test } from 'vitest'
import { MissingPrerequisite, PreconditionFailed } from './session.ts'
import { forEachSubject, type Subject } from './subject.ts'
import { scriptedSession } from './testing/scripted-session.ts'

const subject = (operation: Subject['operation'], prepare: Subject['prepare']): Subject => ({
  operation,
  needs: {},
  preparation: { requests: 0, quotes: 0 },
  accepted: { requests: 0, quotes: 0 },
  prepare,
})

const good = (operation: Subject['operation']): Subject =>
  subject(operation, async () => ({ operation, method: 'GET', path: '/' }))

const failing = (operation: Subject['operation'], error: Error): Subject =>
  subject(operation, () => Promise.reject(error))

const triedOf = async (subjects: Subject[], only?: { subject: string }) => {
  const skipped: string[] = []
  const { session } = scriptedSession(() => 200, {
    skip: (operation, missing) => skipped.push(`${operation}: ${missing}`),
    ...(only ? { only: [only] } : {}),
  })
  const tried: unknown[] = []
  const ending = forEachSubject(session, subjects, async (_, { operation }) => void tried.push(operation))
  const error = await ending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { tried, skipped, error }
}

test('a subject whose precondition fails does not keep the others from being tried', async () => {
  const { tried, error } = await triedOf([
    failing('get-quote', new PreconditionFailed('no quote')),
    good('create-quote'),
  ])
  expect(tried).toEqual(['create-quote'])
  expect(error).toEqual(new PreconditionFailed('get-quote: no quote'))
})

test('a check leaves out a subject that lacks a prerequisite in the target file, and says which', async () => {
  const { tried, skipped, error } = await triedOf([
    failing('get-incoming-payment', new MissingPrerequisite('incomingPayments')),
    good('create-quote'),
  ])
  expect({ tried, skipped, error }).toEqual({
    tried: ['create-quote'],
    skipped: ['get-incoming-payment: incomingPayments'],
    error: undefined,
  })
})

test('an error of the harness ends the check at once', async () => {
  const { tried, error } = await triedOf([failing('get-quote', new TypeError('ours')), good('create-quote')])
  expect(tried).toEqual([])
  expect(error).toEqual(new TypeError('ours'))
})

test('a replay tries only the subject that it asks for', async () => {
  const { tried } = await triedOf([good('get-quote'), good('create-quote')], { subject: 'create-quote' })
  expect(tried).toEqual(['create-quote'])
})

test('a reason that concerns the whole run is reported once, not for every subject', async () => {
  class Gone extends PreconditionFailed {
    override readonly isOfRun = true
  }
  const { error } = await triedOf([
    failing('get-quote', new Gone('no answer')),
    failing('create-quote', new Gone('no answer')),
  ])
  expect((error as PreconditionFailed).message).toBe('no answer')
})

test('a request is prepared again as soon as what it is about may be gone, and once for all who wait for it', async () => {
  let prepared = 0
  let now = 0
  const { session } = scriptedSession(() => 200, { time: { own: { now: () => now, wait: async () => {} } } })
  const expiring = subject('get-quote', async () => ({
    method: 'GET',
    path: `/${++prepared}`,
    until: now + 10,
  }))
  const paths: string[] = []
  await forEachSubject(session, [expiring], async (_on, _draft, again) => {
    for (now of [5, 10, 15, 20])
      paths.push(...(await Promise.all([again(), again()])).map(({ path }) => path))
    return undefined
  })
  expect(paths).toEqual(['/1', '/1', '/2', '/2', '/2', '/2', '/3', '/3'])
})

test('postponed work is done after all subjects, and failures so far are reported before it', async () => {
  const done: string[] = []
  const { session } = scriptedSession(() => 200, {
    controls: { settled: () => void done.push('settled') },
  })
  const plain = subject('get-quote', async () => ({ method: 'GET', path: '/one' }))
  const broken = subject('list-outgoing-payments', async () => ({ method: 'GET', path: '/two' }))
  await forEachSubject(session, [plain, broken], async (_on, { path }) => {
    done.push(path)
    return path === '/one' ? async () => void done.push('later') : undefined
  })
  expect(done).toEqual(['/one', '/two', 'settled', 'later'])
})

test('subjects with values that notice the most are tried first', async () => {
  const done: string[] = []
  const best = {
    isBest: ({ given }: { given?: unknown }) => given === 'good',
    first: async () => void done.push('first of all'),
    broke: () => {},
  }
  const { session } = scriptedSession(() => 200, { best })
  const one = subject('get-quote', async () => ({ method: 'GET', path: '/one' }))
  const two = subject('list-outgoing-payments', async () => ({ method: 'GET', path: '/two' }))
  const body = async (_on: unknown, { path }: { path: string }) => void done.push(path) as undefined
  await forEachSubject(session, [one, two], body, (operation) =>
    operation === 'get-quote' ? ['other'] : ['other', 'good'],
  )
  expect(done).toEqual(['/two', 'first of all', '/one'])
})
