import { expect, test } from 'vitest'
import { loadProfile } from '../../../src/catalogue/profiles.ts'
import { reached, scriptedSession } from '../../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Target } from '../../../src/target-file/target.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'
import { missing } from './missing-token.ts'

/** Runs the check on one list. `outcome` decides what the requests without a token get. */
const observedWith = async (outcome: (draft: RequestDraft) => Partial<Answer>) => {
  const send = async (draft: RequestDraft): Promise<Answer> => ({
    exchange: 1,
    method: draft.method,
    url: draft.path,
    ...outcome(draft),
  })
  const full = { name: 'tokens.full', value: async () => 'full' }
  const target = { ...reached, profile: loadProfile('interface'), tokens: { full } } as unknown as Target
  const only = [{ subject: 'list-outgoing-payments' as const }]
  const { session, log } = scriptedSession(() => 200, { target, send, only })
  await missing.run(session)
  return log.observed.map(({ requirement, outcome: came }) => [requirement, came])
}

const status = (status: number): Partial<Answer> => ({
  response: { status, headers: {}, text: '', json: undefined },
})
const throttled: Partial<Answer> = {
  failure: { code: 'throttled', message: 'was busy again after the wait' },
}

test('requests without a token that are throttled show nothing', async () => {
  expect(await observedWith(() => throttled)).toEqual([])
})

test('a throttled request may be the one of the two that would get 401', async () => {
  expect(await observedWith(({ signing }) => (signing === 'none' ? throttled : status(400)))).toEqual([
    ['token.required', 'held'],
  ])
})

test('a 401 to one of the two requests keeps the requirement, whatever the other one gets', async () => {
  expect(await observedWith(({ signing }) => (signing === 'none' ? throttled : status(401)))).toEqual([
    ['token.required', 'held'],
    ['errors.401.list-outgoing-payments', 'held'],
  ])
})

test('two refusals without a 401 break the requirement', async () => {
  expect(await observedWith(() => status(400))).toContainEqual([
    'errors.401.list-outgoing-payments',
    'broken',
  ])
})

test.each([
  ['takes the token from another header', 'token-in-other-header-taken'],
  ['takes the cookie of a session for the token', 'session-in-place-of-the-token'],
])('a server that %s fails', async (_, fault) => {
  const events = await against({ only: ['tokens/missing'], faults: [fault] })
  expect(Object.fromEntries(brokenIn(events))).toEqual({ 'token.in-header': 'failure' })
})

test('a server whose 401 for an unknown id names no authorization server fails', async () => {
  const events = await against({ only: ['tokens/missing'], faults: ['challenge-without-known-id'] })
  expect(brokenIn(events).get('errors.401.www-authenticate')).toBe('failure')
})
