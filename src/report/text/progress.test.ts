import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { end, evidence, exchange, failed, passed, plan, planned, run } from '../testing/record.ts'
import { createProgress as create } from './progress.ts'

/** Creates a progress line whose clock is moved by hand, by milliseconds. */
const createProgress = ({ terminal, width }: { terminal: boolean; width?: number }) => {
  const clock = { now: 0 }
  const pass = (milliseconds: number): void => {
    clock.now += milliseconds
  }
  return { ...create({ terminal, width, monotonic: () => clock.now }), pass }
}

const began = (check: string): RunEvent => ({ type: 'check', check, state: 'started', seed: 1 })
const ended = (check: string): RunEvent => ({ type: 'check', check, state: 'ended' })

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

test('a terminal shows one progress line, which is overwritten and erased at the end', () =>
  expect(events.map(createProgress({ terminal: true }).told)).toEqual([
    '',
    '\r\u001b[2K0 of 2 checks',
    '',
    '\r\u001b[2K1 of 2 checks, 1 failed, about 1 s left',
    '\r\u001b[2K2 of 2 checks, 1 failed',
    '',
    '\r\u001b[2K',
  ]))

test('a pipe gets nothing of a run that takes less than a minute', () =>
  expect(events.map(createProgress({ terminal: false }).told).join('')).toBe(''))

test('a pipe gets a line each minute, with the check that has run for the longest time', () => {
  const { told, waiting, pass } = createProgress({ terminal: false })
  for (const event of [run(), plan('a/one', 'a/two', 'a/three'), began('a/one'), began('a/two')]) told(event)
  pass(59_000)
  expect(told(began('a/three'))).toBe('')
  pass(1000)
  expect(told(exchange(1, 'a/one'))).toBe('0 of 3 checks; now a/one and 2 others\n')
  expect([ended('a/one'), passed('a/one', 'token.known'), ended('a/three')].map(told)).toEqual(['', '', ''])
  pass(60_000)
  expect(waiting({ what: 'a quote to expire', left: 9000 })).toBe(
    'waiting 9 s more for a quote to expire; 2 checks left\n',
  )
  pass(60_000)
  expect(told(exchange(2, 'a/two'))).toMatch(/^1 of 3 checks, about \d+ s left; now a\/two\n$/)
})

test('a terminal shows the check, and the line is never longer than the terminal is wide', () => {
  const { told } = createProgress({ terminal: true, width: 28 })
  told(plan('a/one', 'a/two'))
  expect(told(began('a/one'))).toBe('\r\u001b[2K0 of 2 checks; now a/one')
  expect(told(began('a/two'))).toBe('\r\u001b[2K0 of 2 checks; now a/one an')
})

test('the time left is estimated from the most requests that the remaining checks send', () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString()
  const lines = [
    plan('a/one', planned('a/two', { requests: 60 }), planned('a/three', { requests: 37 })),
    exchange(1, 'a/one', { at: at(0) }),
    exchange(2, 'a/one', { at: at(4), milliseconds: 2000 }),
    passed('a/one', 'token.known'),
    passed('a/two', 'token.known'),
    exchange(3, 'a/three', { at: at(12), milliseconds: 0 }),
    passed('a/three', 'token.known'),
  ].map(createProgress({ terminal: true }).told)
  expect(lines.map((line) => line.slice(5)).filter((line) => line !== '')).toEqual([
    '0 of 3 checks',
    '1 of 3 checks',
    '2 of 3 checks, about 4 s left',
    '3 of 3 checks',
  ])
})

test('a wait shows in the progress line of a terminal, and a pipe gets a long wait once', () => {
  const begun = [run(), plan('a/one', 'a/two'), passed('a/one', 'token.known')]
  const [terminal, pipe] = [createProgress({ terminal: true }), createProgress({ terminal: false })]
  for (const event of begun) [terminal, pipe].map(({ told }) => told(event))
  const waits = [212_000, 211_000, 4000].map((left) => ({ what: 'a quote to expire', left }))
  expect(waits.map(terminal.waiting)).toEqual([
    '\r\u001b[2Kwaiting 212 s more for a quote to expire; 1 check left',
    '\r\u001b[2Kwaiting 211 s more for a quote to expire; 1 check left',
    '',
  ])
  expect(waits.map(pipe.waiting)).toEqual([
    'waiting 212 s more for a quote to expire; 1 check left\n',
    '',
    '',
  ])
  expect(terminal.told(passed('a/two', 'token.known'))).toBe('\r\u001b[2K2 of 2 checks')
})
