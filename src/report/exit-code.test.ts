import { expect, test } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import { type ExitCode, exitCodeOf, type Strictness, whyNotJudged } from './exit-code.ts'
import { end, evidence, failed, passed, plan, planned, requirements, run, verdict } from './testing/record.ts'
import { viewOf } from './view.ts'

const view = (...events: RunEvent[]) =>
  viewOf(
    [run(), plan(planned('start/whole', { claims: ['token.required'] }), 'a/one', 'a/two', soft), ...events],
    requirements,
  )
const soft = planned('a/soft', { claims: ['errors.401.token-invalid'] })

const lax: Strictness = { complete: false, enforce: 'must' }
const complete: Strictness = { complete: true, enforce: 'must' }
const should: Strictness = { complete: false, enforce: 'should' }

const error = verdict('a/two', { status: 'error', message: 'ours' })
const unknown = verdict('a/two', { status: 'inconclusive', reason: 'a control did not hold' })
const unknownSoft = verdict('a/soft', { status: 'inconclusive', reason: 'a control did not hold' })
const skipped = verdict('a/two', { status: 'skipped', missing: ['tokens.expired'] })
const failure = failed('a/one', evidence())
const warning = failed('a/one', evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' }))
const note = failed('a/one', evidence({ requirement: 'quote.disputed', grade: 'note' }))
const start = passed('start/whole', 'token.required')
const pass = passed('a/one', 'token.known')
const every = passed(
  'a/one',
  ...[
    'token.known',
    'token.required',
    'right.wallet.list',
    'errors.401.token-invalid',
    'token.scheme',
    'quote.disputed',
  ],
)
const stopped = end({ outcome: 'interrupted' })
const cause = end({ outcome: 'not judged', sentence: 'Nothing listens there.' })

test.each<[string, ExitCode, RunEvent[], Strictness]>([
  ['a check that passed', 0, [start, pass, end()], lax],
  ['a warning', 0, [warning, end()], lax],
  ['a disputed claim', 0, [note, end()], should],
  ['a skipped check beside one that passed', 0, [pass, skipped, end()], lax],
  ['an inconclusive check without a MUST', 0, [pass, unknownSoft, end()], lax],
  ['all exercised, untested and later apart, with --complete', 0, [every, end()], complete],

  ['a failure', 1, [failure, end()], lax],
  ['a warning with --enforce should', 1, [warning, end()], should],
  ['a failure of the start alone', 1, [failed('start/whole', evidence()), end()], lax],
  ['a failure beside an inconclusive check', 1, [failure, unknown, end()], lax],
  ['a failure in a run that was interrupted', 1, [failure, stopped], lax],
  [
    'a run that could not begin, whatever its few answers broke',
    3,
    [failed('start/whole', evidence()), cause],
    lax,
  ],

  ['a target that could not be judged', 3, [cause], lax],
  ['nothing that passed or failed', 3, [skipped, end()], lax],
  ['a start that passed, and nothing after it', 3, [start, end()], lax],
  ['an inconclusive check that claims a MUST', 3, [pass, unknown, end()], lax],
  ['a skipped check with --complete', 3, [pass, skipped, end()], complete],

  ['an error', 4, [pass, error, end()], lax],
  ['an error beside a failure', 4, [failure, error, end()], lax],
  ['an error in a run that was interrupted', 4, [error, stopped], lax],

  ['an interruption', 130, [pass, stopped], lax],
  ['an interruption before anything was judged', 130, [stopped], lax],
  ['an interruption with --complete', 130, [pass, stopped], complete],
  ['a record that breaks off', 130, [pass], lax],
])('%s exits with %i', (_, code, events, strictness) =>
  expect(exitCodeOf(view(...events), strictness)).toBe(code),
)

test.each<[RunEvent[], Strictness, string | undefined]>([
  [[cause], lax, 'Nothing listens there.'],
  [[start, end()], lax, 'no check passed or failed.'],
  [[pass, unknown, end()], lax, '1 check that claims a MUST ended as inconclusive.'],
  [[pass, end()], complete, '5 requirements were not exercised, but --complete requires all.'],
  [[pass, end()], lax, undefined],
])('the reason why a run is not judged is given in words: %#', (events, strictness, words) =>
  expect(whyNotJudged(view(...events), strictness)).toBe(words),
)
