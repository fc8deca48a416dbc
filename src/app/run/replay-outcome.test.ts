import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import {
  end,
  evidence,
  failed,
  passed,
  plan,
  requirements,
  run,
  verdict,
} from '../../report/testing/record.ts'
import { viewOf } from '../../report/view.ts'
import { brokenAgain, outcomeOf } from './replay-outcome.ts'

const replayed = {
  check: 'a/one',
  requirement: 'token.known',
  targetFile: 't.yaml',
  run: { seed: 1, runs: 20 },
}

const outcome = (...events: RunEvent[]) => {
  const view = viewOf([run(), plan('a/one', 'a/two'), ...events], requirements)
  return outcomeOf({ view, broken: brokenAgain(view, 'a/one', evidence({ given: 1 })), alone: 1 }, replayed)
}

const warning = evidence({ grade: 'warning' })
const other = evidence({ requirement: 'token.required' })

test.each<[string, number, RunEvent[]]>([
  ['as a failure', 1, [failed('a/one', evidence()), end()]],
  ['as a warning', 1, [failed('a/one', warning), end()]],
  ['beside another failure', 1, [failed('a/one', evidence()), failed('a/two', other), end()]],
  ['before the replay was interrupted', 1, [failed('a/one', evidence()), end({ outcome: 'interrupted' })]],
  ['in a run that could not begin', 1, [failed('a/one', evidence()), end({ outcome: 'not judged' })]],
])('a failure that occurs again, %s, is reported as failed again, with exit code 1', (_, code, events) => {
  const { sentence, code: given } = outcome(...events)
  expect(sentence).toMatch(/^a\/one failed again: token\.known is broken\./)
  expect(given).toBe(code)
})

test('the same case failing another requirement is reported as failed again, with both requirements', () => {
  const { sentence, code } = outcome(
    failed('a/one', evidence({ given: 1, requirement: 'token.required' })),
    end(),
  )
  expect(sentence).toBe(
    'a/one failed again: token.required is broken, where the run found token.known broken.',
  )
  expect(code).toBe(1)
})

test.each<[string, number, string, RunEvent[]]>([
  ['held', 0, 'token.known held.', [passed('a/one', 'token.known'), end()]],
  [
    'held while another check failed',
    0,
    'token.known held. Other failures, which do not count here: token.required (a/two).',
    [passed('a/one', 'token.known'), failed('a/two', other), end()],
  ],
  [
    'held while the check broke another requirement',
    0,
    'token.known held. Other failures, which do not count here: token.required (a/one).',
    [failed('a/one', other), end()],
  ],
  [
    'could not be judged while another check failed',
    3,
    'it was inconclusive (no control). Other failures, which do not count here: token.required (a/two).',
    [verdict('a/one', { status: 'inconclusive', reason: 'no control' }), failed('a/two', other), end()],
  ],
  [
    'was skipped',
    3,
    'it was skipped (tokens.other).',
    [
      verdict('a/one', { status: 'skipped', missing: ['tokens.other'] }),
      passed('a/two', 'token.known'),
      end(),
    ],
  ],
  [
    'was not met before an interruption',
    130,
    'the run did not observe it.',
    [end({ outcome: 'interrupted' })],
  ],
  [
    'met a fault of the harness',
    4,
    'the harness is at fault.',
    [verdict('a/one', { status: 'error', message: 'ours' }), end()],
  ],
])('a failure that does not occur again, because it %s, never gives exit code 1', (_, code, why, events) => {
  expect(outcome(...events)).toEqual({ sentence: `a/one did not fail again: ${why}`, code })
})

test('the command for a whole run stays at the end of the line, after other failures', () => {
  const view = viewOf(
    [run(), plan('a/one', 'a/two'), passed('a/one'), failed('a/two', other), end()],
    requirements,
  )
  const { sentence } = outcomeOf({ view, broken: undefined, alone: 3 }, replayed)
  expect(sentence).toMatch(/\(a\/two\)\. .* op-conformance run t\.yaml --seed 1 --runs 20$/)
})
