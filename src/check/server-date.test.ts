import { expect, test } from 'vitest'
import type { Answer } from '../http/answers/answer.ts'
import type { Seen } from './kinds/passive.ts'
import { createServerDate, dateIsBehind, serverNow } from './server-date.ts'

const noon = Date.parse('2030-01-01T12:00:00Z')
const minute = 60_000

/** A response with this Date header. It created something at `createdAt`, if that is given. */
const answered = (received: number, date: number, createdAt?: number): Seen => ({
  accepted: true,
  json: createdAt === undefined ? {} : { createdAt: new Date(createdAt).toISOString() },
  exchange: {
    type: 'exchange',
    number: received,
    check: 'a/check',
    request: { method: 'POST', url: 'https://wallet.example/quotes', headers: {} },
    response: {
      status: createdAt === undefined ? 200 : 201,
      headers: { date: new Date(date).toUTCString() },
      body: '',
    },
    sent: received - 1,
    received,
    at: '2030-01-01T12:00:00Z',
    milliseconds: 1,
  },
})

const isPast = (...answers: Seen[]): boolean => {
  const date = createServerDate()
  for (const answer of answers) date.take(answer)
  return date.wasPast(noon, 100)
}

test('an instant is past once the Date header of the server is a second later', () => {
  expect(isPast(answered(1, noon - minute, noon - minute), answered(3, noon + 1000))).toBe(true)
  expect(isPast(answered(1, noon - minute, noon - minute), answered(3, noon))).toBe(false)
})

test('a Date header received after a request was sent does not count for that request', () => {
  expect(isPast(answered(1, noon - minute, noon - minute), answered(101, noon + minute))).toBe(false)
})

test('a Date header that no createdAt confirms is not taken for the time of the server', () => {
  expect(isPast(answered(1, noon + minute))).toBe(false)
})

test('a Date header far from createdAt is not taken for the time of the server', () => {
  const year = 365 * 24 * 60 * minute
  expect(isPast(answered(1, noon + year, noon - minute))).toBe(false)
  expect(isPast(answered(1, noon + 1000, noon + 1000), answered(3, noon + year, noon))).toBe(false)
})

test('a gateway whose clock is ahead of the server does not make an instant past', () => {
  const created = answered(1, noon - minute + 5000, noon - minute)
  expect(isPast(created, answered(3, noon + 5000))).toBe(false)
  expect(isPast(created, answered(3, noon + 6000))).toBe(true)
})

test('the time that the server takes for one creation does not count as a clock that is ahead', () => {
  const [slow, quick] = [
    answered(1, noon - minute + 5000, noon - minute),
    answered(3, noon - minute, noon - minute),
  ]
  expect(isPast(slow, quick, answered(5, noon + 1000))).toBe(true)
})

/** The answer to a creation, with this Date header. */
const created = (date: number, createdAt: number): Answer => {
  const json = { createdAt: new Date(createdAt).toISOString() }
  return {
    response: { status: 201, headers: { date: new Date(date).toUTCString() }, json },
  } as unknown as Answer
}

test('the time of the server is later than a Date header that was seen to be behind its createdAt', () => {
  const answer = created(noon, noon + 30_999)
  const memory = { dateIsBehind: dateIsBehind(answer) }
  expect(serverNow({ time: {}, memory }, answer)).toBe(noon + 29_999)
})

test.each([
  ['holds whole seconds', noon + 999],
  ['is ahead', noon - minute],
])('a Date header that %s is not behind', (_, createdAt) => {
  expect(dateIsBehind(created(noon, createdAt))).toBe(0)
})
