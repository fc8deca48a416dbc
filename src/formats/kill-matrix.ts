import { dictionary, fields, fixed, flag, integer, list, number, object, oneOf, text } from './schema.ts'

export const killMatrix = object(
  {
    title: 'The kill matrix, version 1',
    description:
      'Which check detects which fault of the reference server. Within a version, keys may be added, but no key is renamed or given another meaning.',
  },
  {
    version: fixed(1),
    harness: text(),
    mode: oneOf(
      ['full', 'quick', 'selection', 'conditional', 'budget'],
      'full: every fault against all checks. Otherwise only some were run, and no check is called redundant. conditional: faults that show only under a condition. budget: by the checks that a run with --max-requests chooses.',
    ),
    profile: text('What the mock served and was judged by.'),
    seed: integer(),
    runs: integer('Generated cases per property.'),
    strict: object('The results of all checks against the mock without a fault, in process.', {
      statuses: dictionary({}, oneOf(['passed', 'failed', 'inconclusive', 'skipped', 'error'])),
      repeatable: flag(
        'Whether a second run got the same responses, byte for byte. Only then can a fault be equivalent.',
      ),
      exchanges: integer(),
      milliseconds: number(),
      errors: list({}, text()),
    }),
    rows: list(
      {},
      fields({
        id: text(),
        breaks: text('Id of a requirement.'),
        says: text(),
        source: oneOf(['guard', 'comparison', 'answer', 'behaviour', 'field-notes']),
        'reference?': text('Where a real server had this fault.'),
        'equivalent?': text('Why no response can differ.'),
        level: oneOf(['MUST', 'SHOULD', 'MAY', 'note']),
        outcome: oneOf(
          ['killed', 'killedElsewhere', 'survived', 'equivalent', 'notCovered'],
          'killedElsewhere: checks failed, but none because of the requirement that is broken. notCovered: no check judges that yet.',
        ),
        killedBy: list('Ids of checks.', text()),
        killedElsewhereBy: list({}, text()),
        undecidedFor: list({}, text()),
        'overTheWire?': oneOf(
          ['alike', 'otherwise'],
          'For a fault that was also tried over sockets: whether the outcome was the same as in process.',
        ),
        'conditional?': object('For a fault that shows only under a condition.', {
          fault: text('The id of the fault without the condition.'),
          condition: text(),
          group: text('The group by which conditions are counted.'),
          transformation: text('How the fault changes the strict server.'),
          operations: list('The operations on which the fault can show.', text()),
          'across?': fixed(
            true,
            'Counted apart: a guard under a condition on what a request is about, a response under a condition on how the request is written, or a condition on amounts or new tokens that the limits of a run do not reach.',
          ),
        }),
        'held?': integer(
          'For a fault that shows only under a condition: how often the condition held when it mattered.',
        ),
        'because?': text('Why the fault is equivalent or not covered.'),
      }),
    ),
    columns: list(
      {},
      fields({
        id: text(),
        title: text(),
        detects: integer('The number of faults that the check detects.'),
        alone: integer('The faults that no other check detects.'),
        redundant: flag(),
        'kept?': text('Why the check is kept although it is redundant.'),
      }),
    ),
    wire: fields({
      faults: integer('Faults that were also tried over sockets and in real time.'),
      otherwise: list('Faults that were killed in one way and not in the other.', text()),
    }),
    errors: list({}, text()),
    exchanges: integer(),
    milliseconds: number(),
  },
)
