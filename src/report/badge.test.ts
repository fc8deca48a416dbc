import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import { badge } from './badge.ts'
import type { ReportOptions } from './options.ts'
import { end, evidence, failed, passed, plan, requirements, run, verdict } from './testing/record.ts'
import { viewOf } from './view.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'report.json',
  complete: false,
  enforce: 'must',
}

const badgeOf = (...events: RunEvent[]) =>
  JSON.parse(badge(viewOf([run(), plan('a/1', 'a/2'), ...events], requirements), options))

test('a run without a failure is green and says how much was judged', () =>
  expect(badgeOf(passed('a/1', 'token.known'), end())).toEqual({
    schemaVersion: 1,
    label: 'Open Payments',
    message: 'no failure, 1 of 8 judged',
    color: 'brightgreen',
  }))

test('a requirement that is broken twice is counted once', () =>
  expect(
    badgeOf(failed('a/1', evidence()), failed('a/2', evidence({ got: 'status 202' })), end()),
  ).toMatchObject({ message: '1 failed', color: 'red' }))

test.each([
  ['not judged', 'lightgrey', [end({ outcome: 'not judged', sentence: 'Nothing listens.' })]],
  ['interrupted', 'lightgrey', [passed('a/1', 'token.known')]],
  ['harness failed', 'red', [verdict('a/1', { status: 'error', message: 'ours' }), end()]],
])('a run of which nothing is known is %s, in %s', (message, color, events) =>
  expect(badgeOf(...events)).toMatchObject({ message, color }),
)
