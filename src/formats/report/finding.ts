import { fromEvents } from '../events/document.ts'
import { fields, flag, list, object, oneOf, ref, text } from '../schema.ts'

export const level = oneOf(['MUST', 'SHOULD', 'MAY', 'note'])

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

export const finding = object(
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
