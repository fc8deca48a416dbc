import type { report } from './report/document.ts'
import {
  fields,
  fixed,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  ref,
  type Static,
  text,
  value,
} from './schema.ts'

export const column = fields({
  name: text(),
  role: oneOf(['server', 'client']),
  file: text('The target file or the report.'),
  'page?': text('The HTML report, from the folder of the matrix on.'),
  'problem?': text('Why there is no report, or why it covers only a part.'),
  outcome: oneOf(['conforms', 'does not conform', 'not judged', 'interrupted', 'error']),
  'baseUrl?': text(),
  'walletAddress?': text(),
  'profile?': text(),
  'harness?': text('Version of the harness that judged it.'),
  'seed?': integer(),
  'milliseconds?': number(),
  'counts?': value<Static<typeof report>['counts']>({ description: 'As in report.json.', type: 'object' }),
})

const row = fields({
  requirement: text(),
  level: oneOf(['MUST', 'SHOULD', 'MAY', 'note']),
  says: text(),
  basis: oneOf(['stated', 'inferred']),
  disputed: flag(),
  cells: list(
    {},
    fields({
      fared: oneOf(
        ['held', 'noted', 'warned', 'broken', 'unexercised', 'unjudged', 'untested', 'unbound'],
        'unexercised: no check of it ran, or none saw anything. unjudged: a check ended without a result, or the run before it. unbound: the profile of that participant does not have it, or it binds the other side, servers or clients.',
      ),
      'finding?': text(
        'Where the HTML report of the participant shows the finding: the part of a link after #.',
      ),
    }),
  ),
})

export const payment = fields({
  sender: text('Name of a column.'),
  receiver: text('Name of a column.'),
  case: oneOf(['open', 'fixed', 'otherAsset', 'expired', 'completed', 'two payers']),
  'requirement?': text('Id of the requirement that was put to the test, in the profile of its server.'),
  status: oneOf(
    ['passed', 'failed', 'warned', 'noted', 'not tried', 'not judged'],
    'failed: a MUST is not met. warned: a SHOULD. noted: something that the interface leaves open.',
  ),
  'why?': text(
    'The key of the target file that would allow it; why it was not judged; or what has to be known of the case.',
  ),
  'broken?': fields({
    step: text(),
    at: text(),
    want: text(),
    got: text(),
    'alone?': flag('Whether the answer of that server shows it, whoever the other one is.'),
  }),
  steps: list(
    {},
    fields({
      step: text(),
      at: text('Whose server the request was sent to.'),
      request: text(),
      answer: text(),
    }),
  ),
  'blame?': fields({
    verdict: oneOf(
      ['sender', 'receiver', 'both', 'only together'],
      'Where it lies. It is a fault if the status is failed or warned. If the step shows it alone, the server that it names is meant.',
    ),
    because: list({}, text()),
  }),
})

export const matrix = object(
  {
    title: 'The matrix of an interop event, version 1',
    description:
      'What `op-conformance matrix` found of everybody who took part. Cells are in the order of the columns. Within a version, keys may be added, but no key is renamed or given another meaning.',
  },
  {
    version: fixed(1),
    name: text('Title of the event.'),
    at: text({ description: 'When it was put together.', format: 'date-time' }),
    harness: text('Version of the harness that put it together.'),
    columns: list({}, ref('column', column)),
    conformance: list(
      'Every requirement that binds a participant, by topic.',
      fields({
        title: text(),
        rows: list({}, ref('row', row)),
        unexercised: list(
          'Ids of the requirements that bind all participants and were exercised at none.',
          text(),
        ),
      }),
    ),
    choices: list(
      'What the interface leaves open and what each server does there. Points with the most different answers come first. The cells are those of the servers only.',
      fields({
        requirement: text(),
        says: text(),
        answers: integer('How many different answers there are.'),
        cells: list(
          {},
          fields({
            does: list({}, text()),
            isSeen: flag('Whether the point was looked at.'),
          }),
        ),
      }),
    ),
    payments: list(
      'One case from one server to another; empty if the servers did not pay each other.',
      ref('payment', payment),
    ),
  },
)

export const definitions = { column, row, payment }
