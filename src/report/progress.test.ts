import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'
import { end, evidence, exchange, failed, passed, plan, planned, run } from './testing/record.ts'

const events = [
  run(),
  plan(
    'start/one',
    'a/one',
    'a/two',
    planned('a/skipped', { missing: ['tokens.expired'] }),
    planned('rules/one', { passive: 'expected' }),
  ),
  exchange(1, 'a/one'),
  failed('a/two', evidence()),
  passed('a/one', 'token.known'),
  failed('rules/one', evidence({ grade: 'warning' })),
  end(),
]

test('a terminal gets one line, written over, that is gone at the end', () =>
  expect(events.map(createProgress({ terminal: true }))).toEqual([
    '',
    '\r\u001b[2K0 of 2 checks',
    '',
    '\r\u001b[2K1 of 2 checks, 1 failed',
    '\r\u001b[2K2 of 2 checks, 1 failed',
    '',
    '\r\u001b[2K',
  ]))

test('a pipe gets nothing', () => expect(events.map(createProgress({ terminal: false })).join('')).toBe(''))
