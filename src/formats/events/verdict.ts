import { dictionary, either, fields, fixed, integer, list, object, oneOf, ref, text } from '../schema.ts'
import * as facts from './facts.ts'

/** Evidence and observations both say what was tried, and what came of it. */
const tried = {
  want: text(),
  got: text(),
  'given?': ref('given', facts.given),
  'subject?': ref('subject', facts.subject),
  'circumstances?': ref('circumstances', facts.circumstances),
  'resource?': ref('resource', facts.resource),
  'exchange?': ref('exchangeNumber', facts.exchangeNumber),
  'earlier?': ref('earlier', facts.earlier),
}

export const evidence = object('One broken claim, at its smallest case.', {
  requirement: ref('requirementId', facts.requirementId),
  grade: ref('grade', facts.grade),
  ...tried,
  'controlledBy?': ref('controlledBy', facts.controlledBy),
})

export const verdict = either({}, [
  fields({
    status: fixed('passed'),
    'evidence?': list(
      { description: 'Broken claims that weigh only a note, and so fail nothing.', minItems: 1 },
      ref('evidence', evidence),
    ),
  }),
  fields({ status: fixed('failed'), evidence: list({ minItems: 1 }, ref('evidence', evidence)) }),
  fields({
    status: fixed('inconclusive'),
    reason: text(),
    'exchange?': ref(
      'exchangeNumber',
      facts.exchangeNumber,
      'The control that did not hold, if that is the reason.',
    ),
  }),
  fields({ status: fixed('skipped'), missing: ref('missing', facts.missing) }),
  fields({ status: fixed('error'), message: text(), 'stack?': text() }),
])

export const repetition = either(
  'The result of repeating a failed check. The check stays failed; if it passed then, it is unstable. `not made`: nothing could be sent; `error`: a bug in the harness.',
  [
    fields({ outcome: oneOf(['failed', 'passed']) }),
    fields({ outcome: oneOf(['inconclusive', 'not made', 'error']), reason: text() }),
  ],
)

export const notes = list(
  'Something that the interface leaves open, and what the target does.',
  fields({
    requirement: ref('requirementId', facts.requirementId),
    got: text(),
    'subject?': ref('subject', facts.subject),
  }),
)

export const claimCounts = dictionary(
  'For each requirement, how often it was tested, by outcome.',
  fields({ held: integer(), broken: integer(), noted: integer() }),
)

export const observation = object(
  'One test of a claim. With `control`, it is a control of that batch. With `behind`, it counts only if every control of that batch held.',
  {
    type: fixed('observation'),
    check: ref('checkId', facts.checkId),
    'requirement?': ref('requirementId', facts.requirementId),
    outcome: oneOf(['held', 'broken', 'noted']),
    ...tried,
    'sentBy?': ref(
      'checkId',
      facts.checkId,
      'If a rule judged a response that is not a success: the check that sent the request.',
    ),
    'control?': integer(),
    'behind?': integer(),
    'derived?': fixed(true, 'Derived by the judge from exchanges, so that it can be computed again.'),
    'repeat?': fixed(true, 'Observed when the check was repeated; does not affect its verdict.'),
  },
)
