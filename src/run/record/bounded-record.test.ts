import { expect, test } from 'vitest'
import type { ExchangeEvent, ObservationEvent } from '../../core/events.ts'
import { createBound } from './bounded-record.ts'

const answer = (length: number): ExchangeEvent => ({
  type: 'exchange',
  number: 1,
  check: 'a/check',
  request: { method: 'GET', url: 'https://wallet.example/quotes/1', headers: {} },
  response: { status: 200, headers: { 'x-long': 'h'.repeat(length) }, body: 'x'.repeat(length) },
  sent: 1,
  received: 2,
  at: '2026-01-01T00:00:00Z',
  milliseconds: 1,
})

const sizeOf = (event: unknown): number => JSON.stringify(event).length

test('answers are recorded whole up to the bound, then long ones are cut and marked', () => {
  const bounded = createBound(50_000)
  expect(bounded(answer(20_000))).toEqual(answer(20_000))
  const cut = bounded(answer(20_000)) as ExchangeEvent
  expect(cut.response).toMatchObject({ status: 200, cut: 20_000 })
  expect(sizeOf(cut)).toBeLessThan(4096)
  expect(bounded(answer(1000))).toEqual(answer(1000))
})

test('a record exceeds its bound only by short answers, however long the answers are', () => {
  const bounded = createBound(1_000_000)
  let written = 0
  for (let count = 0; count < 200; count++) written += sizeOf(bounded(answer(100_000)))
  expect(written).toBeLessThan(1_000_000 + 200 * 4096)
})

test('an answer that is already cut is not cut again', () => {
  const cut = createBound(0)(answer(20_000))
  expect(createBound(0)(cut)).toEqual(cut)
})

test('a long observation is cut, and its length is given', () => {
  const seen: ObservationEvent = {
    type: 'observation',
    check: 'a/check',
    outcome: 'broken',
    want: 'a',
    got: 'b',
  }
  expect(createBound()(seen)).toEqual(seen)
  const told = createBound()({ ...seen, got: 'b'.repeat(1_000_000) }) as ObservationEvent
  expect(told.got).toMatch(/^b{4096}… \(1000000 characters\)$/)
})
