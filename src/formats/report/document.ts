import { fromEvents } from '../events/document.ts'
import { fields, fixed, flag, integer, list, number, object, oneOf, ref, text } from '../schema.ts'

import { finding, level } from './finding.ts'

const check = fields({
  id: fromEvents('checkId'),
  title: text(),
  topic: text(),
  'milliseconds?': number('How long the server took to respond to the requests of the check.'),
  operations: fromEvents('operations'),
  claims: fromEvents('claims'),
  'passive?': fromEvents('passive'),
  'seed?': fromEvents('seed', 'The seed of the values that the check generates.'),
  'verdict?': fromEvents('verdict', 'Absent if the check was not run.'),
  'repetition?': fromEvents('repetition', 'The result of repeating a failed check.'),
  counts: fromEvents('claimCounts'),
  notes: fromEvents('notes'),
  partly: fromEvents('partly'),
})

const because = list({}, fields({ why: text(), checks: list({}, fromEvents('checkId')) }))

export const report = object(
  {
    title: 'report.json, version 1',
    description:
      'The results of a run, derived from its events. Within a version, keys may be added, but no key is renamed or given another meaning.',
  },
  {
    version: fixed(1, 'Version of this format.'),
    run: fields({
      harness: fromEvents('harness'),
      'judges?': fromEvents('judges'),
      target: fromEvents('target'),
      profile: fromEvents('profile'),
      overrides: fromEvents('overrides'),
      seed: fromEvents('seed'),
      runs: fromEvents('runs'),
      concurrency: fromEvents('concurrency'),
      at: fromEvents('moment'),
      'shard?': fromEvents('shard'),
      'shards?': fromEvents('shards'),
      'budget?': fromEvents('budget'),
    }),
    'resumed?': list('When the run went on after it was killed or interrupted.', fromEvents('moment')),
    outcome: fromEvents('outcome'),
    'sentence?': text(
      'The most likely reason why nothing could be judged, why a complete run learned less than it could, or what ended an interrupted run.',
    ),
    exitCode: oneOf(
      [0, 1, 3, 4, 130],
      '0 no MUST failed, 1 a MUST failed, 3 not judged, 4 the harness is at fault, 130 interrupted.',
    ),
    strictness: object('What the exit code depends on.', {
      complete: flag(),
      enforce: oneOf(['must', 'should']),
    }),
    'known?': object('The result for each known failure that the run was given.', {
      file: text(),
      asKnown: list(
        'The known failures that failed as listed.',
        fields({
          check: fromEvents('checkId'),
          fails: list({}, fields({ requirement: fromEvents('requirementId'), got: text() })),
          until: text(),
          'link?': text(),
          'because?': fixed('reading'),
          line: integer(),
        }),
      ),
      mismatches: list(
        'Why the file fails the run.',
        fields({
          check: text(),
          kind: oneOf(['stale', 'unmatched', 'ended', 'other reason']),
          sentence: text(),
        }),
      ),
    }),
    'milliseconds?': number('How long the run took.'),
    'spent?': object('The payments that the run made, and what they can have debited at most.', {
      payments: integer({ minimum: 0 }),
      debit: text("In the smallest unit of the wallet's asset."),
    }),
    counts: fields({
      checks: fields({
        passed: integer(),
        failed: integer(),
        skipped: integer(),
        inconclusive: integer(),
        error: integer(),
        'not run': integer(),
      }),
      findings: fields({ failure: integer(), warning: integer(), note: integer() }),
      coverage: fields({ judged: integer(), 'not exercised': integer(), untested: integer() }),
      exchanges: integer('All exchanges of the run.'),
      'distinct?': integer(
        'Requests that differ in method, target, headers or body, apart from the signature and its parameters.',
      ),
      'passing?': integer(
        'Requests that got a 5xx, a reset or a timeout, and a different response when they were repeated.',
      ),
      'cut?': integer(
        'Responses that were not recorded in full, because a run limits the size of its record. No rule judged them.',
      ),
      'shortened?': integer(
        'Responses over 64 KiB: only the first 1,024 characters of longer strings in them were kept in memory for checks.',
      ),
    }),
    findings: list({}, ref('finding', finding)),
    checks: list({}, ref('check', check)),
    notes: list(
      'What the target does if the interface leaves it open, over checks and subjects.',
      fields({
        requirement: fromEvents('requirementId'),
        got: text(),
        seen: list({}, fields({ check: fromEvents('checkId'), 'subject?': fromEvents('subject') })),
      }),
    ),
    skipped: ref('because', because, 'Grouped by what would let them run.'),
    partly: ref(
      'because',
      because,
      'Subjects left out of checks that ran, grouped by what would let them run.',
    ),
    inconclusive: ref('because', because, 'Grouped by the reason.'),
    coverage: list(
      'Every requirement of the profile.',
      fields({
        requirement: fromEvents('requirementId'),
        level: ref('level', level),
        state: oneOf(
          ['judged', 'not exercised', 'untested'],
          '`not exercised`: its checks were skipped, not selected, inconclusive, or observed nothing.',
        ),
        'untested?': text('The recorded decision.'),
        'later?': text('The topic that brings its check.'),
        checks: list('The checks of the run that claim this requirement.', fromEvents('checkId')),
      }),
    ),
    exchanges: list('The exchanges that the evidence points to.', fromEvents('exchange')),
  },
)

export const definitions = { level, finding, check, because }
