import { integer, mapping, number, ref } from '../schema.ts'
import { amountValue, command, duration, httpUrl, positiveDuration, positiveValue } from './values.ts'

export const limitsEntry = mapping(
  {
    title: 'a mapping of limits',
    description: 'How much a run may use, and how long it waits.',
    default: {},
  },
  {
    requestTimeout: ref('positiveDuration', positiveDuration, {
      description: 'The time from sending a request to the last byte of its response.',
      default: '5s',
    }),
    settleTimeout: ref('duration', duration, {
      description: 'How long the harness watches a payment for a change.',
      default: '20s',
    }),
    maxWait: ref('duration', duration, {
      description: 'How long one check may wait until something expires or has a certain age.',
      default: '0s',
    }),
    requestsPerSecond: number({
      title: 'a number, 0 or more',
      description: '0 means as fast as the concurrency allows.',
      minimum: 0,
      default: 0,
      examples: [20],
    }),
    maxRequests: integer({
      title: 'a whole number, 1 or more',
      description: 'The maximum number of requests of a run.',
      minimum: 1,
      maximum: 9007199254740991,
      default: 20000,
      examples: [20000],
    }),
    maxPayments: integer({
      title: 'a whole number, 0 or more',
      description: 'The maximum number of payments of a run.',
      minimum: 0,
      maximum: 9007199254740991,
      default: 200,
      examples: [200],
    }),
    'controlValue?': ref(
      'positiveValue',
      positiveValue,
      'debitAmount of every control. The server must be able to pay it. Default: one whole unit of the asset, or maxDebitValue if that is less.',
    ),
    maxDebitValue: ref('value', amountValue, {
      description:
        "The maximum debit amount of one payment, in the wallet's asset. A more expensive quote is never paid.",
      default: '1000',
    }),
    debitBudget: ref('value', amountValue, {
      description: 'The maximum debit amount of all payments of the run, per wallet.',
      default: '100000',
    }),
  },
)

export const clockEntry = mapping(
  {
    title: 'either url or command',
    description: 'A test server whose time can be moved.',
    minProperties: 1,
    maxProperties: 1,
  },
  {
    'url?': ref(
      'httpUrl',
      httpUrl,
      'A URL that gets POST {"advance":"1500ms"}, a whole number of ms or s, without credentials, and responds with {"now":"…"}.',
    ),
    'command?': ref(
      'command',
      command,
      'A command that gets the same on stdin and prints the same on stdout.',
    ),
  },
)
