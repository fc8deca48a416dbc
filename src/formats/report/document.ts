import { fromEvents } from '../events/document.ts'
import { fields, fixed, flag, integer, list, number, object, oneOf, ref, text } from '../schema.ts'

const level = oneOf(['MUST', 'SHOULD', 'MAY', 'note'])

const brokenClaim = {
  requirement: fromEvents('requirementId'),
  level: ref('level', level),
  grade: fromEvents('grade'),
  says: text('The requirement in words.'),
  'happened?': text('What a client did that broke the requirement.'),
  want: text(),
  got: text(),
  inferred: flag(
    'Inferred from the interface rather than stated, or tested with names that a profile provides.',
  ),
  'reading?': text('Why the interface is read in this way.'),
  'disputed?': list('Both readings.', text()),
  profileNames: list(
    'Query parameters under which every occurrence was tried, as the profile names them.',
    text(),
  ),
  'circumstances?': fromEvents('circumstances'),
  'shape?': text('For a server error: what is particular about the requests, separated by semicolons.'),
  occurrences: list(
    { description: 'Where the finding shows. The first occurrence stands for all.', minItems: 1 },
    fields({
      check: fromEvents('checkId'),
      title: text(),
      'repetition?': fromEvents('repetition'),
      'trail?': list(
        'Requests before a failure that did not come before the repetition that passed, or before the same request that was answered otherwise.',
        fields({
          shares: text('What both requests share, such as a token or a receiver.'),
          check: fromEvents('checkId'),
          before: text(),
          'passing?': text(
            'The request that came before the repetition that passed, or before the same request that was answered otherwise.',
          ),
          'same?': fromEvents('exchangeNumber'),
        }),
      ),
      requirement: fromEvents('requirementId'),
      grade: fromEvents('grade'),
      want: text(),
      got: text(),
      'given?': fromEvents('given'),
      'subject?': fromEvents('subject'),
      'circumstances?': fromEvents('circumstances'),
      'resource?': fromEvents('resource'),
      'exchange?': fromEvents('exchangeNumber'),
      'earlier?': fromEvents('earlier'),
      'controlledBy?': fromEvents('controlledBy'),
    }),
  ),
}

const finding = object(
  'Failed checks with one cause: the same requirement, the same grade and the same kind of response. Server errors are grouped by the answer and the family of the operation.',
  {
    ...brokenClaim,
    'symptoms?': list(
      'Other claims that are broken for the same cause: about the same field, or following from it.',
      ref('finding', fields(brokenClaim)),
    ),
    'dependants?': list(
      'Checks that could not pass because of it: their valid request was refused in the same way.',
      fields({ check: fromEvents('checkId'), status: oneOf(['inconclusive', 'failed']) }),
    ),
  },
)

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
