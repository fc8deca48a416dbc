import { expect, test } from 'vitest'
import type { Response } from '../http/answers/answer.ts'
import type { Target } from '../target-file/target.ts'
import type { AccessItem } from './access.ts'
import { GrantRefused } from './grant-errors.ts'
import { type Requesting, requestedTokens } from './requested-tokens.ts'
import { hasItsLimits } from './skipped-tokens.ts'
import { grantOfOne } from './wanted-grants.ts'

const refusal = (status: number, code: string): GrantRefused => {
  const response = { status, json: { error: { code } }, text: '', headers: {} } as unknown as Response
  return new GrantRefused('the grant request', 'https://auth.example', response)
}

const requested = async (name: string, error: GrantRefused) => {
  const notes: string[] = []
  const target = { tokens: { rotated: {}, revoked: {} } } as unknown as Target
  const requesting = {
    target,
    grants: {},
    clients: { signing: { request: () => Promise.reject(error) } },
    note: (text: string) => notes.push(text),
    now: () => new Date(0),
  } as unknown as Requesting
  const wanted = { name, purpose: 'a test', access: [], needsConsent: false }
  const given = await requestedTokens(grantOfOne(wanted), 'consent', requesting)
  return { given, notes, left: Object.keys(target.tokens) }
}

test('the run goes on without a refused token that few checks need', async () => {
  expect(await requested('tokens.rotated', refusal(400, 'invalid_request'))).toEqual({
    given: [],
    notes: [
      'tokens.rotated is not used: the authorization server refused the grant request: https://auth.example answered 400 (invalid_request)',
    ],
    left: ['revoked'],
  })
})

test.each([
  ['tokens.revoked', refusal(400, 'invalid_request')],
  ['tokens.rotated', refusal(400, 'request_denied')],
  ['tokens.rotated', refusal(401, 'invalid_client')],
  ['tokens.rotated', refusal(500, '')],
])('the run does not go on without %s if the server answers %o', async (name, error) => {
  await expect(requested(name, error)).rejects.toThrow(name)
})

const amount = { value: '500', assetCode: 'USD', assetScale: 2 }
const limits = { debitAmount: amount, interval: 'R/2026-11-01T00:00:00Z/P1M' }
const paying = (limited?: AccessItem['limits']): AccessItem => ({
  type: 'outgoing-payment',
  actions: ['create', 'read'],
  ...(limited && { limits: limited }),
})

const granted = (access: readonly AccessItem[], name = 'tokens.limitedPerInterval.token') => {
  const notes: string[] = []
  const target = { tokens: { limitedPerInterval: {} } } as unknown as Target
  const wanted = { name, access: [paying(limits)] }
  const leaving = { target, note: (text: string) => notes.push(text) }
  const isUsed = hasItsLimits(wanted, { value: 'secret', access }, leaving)
  return { isUsed, notes, left: Object.keys(target.tokens) }
}

test.each([
  ['as asked', [paying(limits)]],
  ['in other words', [paying({ ...limits, interval: 'R/2026-11-01T00:00:00.000Z/P1M' })]],
  ['without a word about it', []],
  ['beside a right to read', [paying(limits), { type: 'outgoing-payment', actions: ['list'] } as const]],
])('a limited token is used if it was granted %s', (_says, access) => {
  expect(granted(access)).toEqual({ isUsed: true, notes: [], left: ['limitedPerInterval'] })
})

test.each([
  ['debitAmount, interval', [paying()]],
  ['interval', [paying({ debitAmount: amount })]],
  ['debitAmount', [paying({ ...limits, debitAmount: { ...amount, value: '50000' } })]],
  ['debitAmount, interval', [paying(limits), paying()]],
])('a limited token is not used if it was granted without %s', (missing, access) => {
  expect(granted(access)).toEqual({
    isUsed: false,
    notes: [
      `tokens.limitedPerInterval is not used: the authorization server granted it without its limits (${missing})`,
    ],
    left: [],
  })
})

test('the full token is used even if it was granted without limits', () => {
  expect(granted([paying()], 'tokens.full').isUsed).toBe(true)
})
