import type { ReceiverKind } from '../../core/receiver.ts'
import { fields, fixed, integer, list, object, oneOf, ref, text, value } from '../schema.ts'
import * as facts from './facts.ts'
import { claimCounts, notes, repetition, verdict } from './verdict.ts'

export const run = object('The first line: what was judged, and how.', {
  type: fixed('run'),
  version: oneOf(
    [1, 2, 3],
    'Version of this format. Version 1 has no `text` lines, and version 2 no texts in parts.',
  ),
  harness: ref('harness', facts.harness),
  'judges?': ref('judges', facts.judges),
  target: ref('target', facts.target),
  profile: ref('profile', facts.profile),
  overrides: ref('overrides', facts.overrides),
  seed: ref('seed', facts.seed),
  runs: ref('runs', facts.runs),
  concurrency: ref('concurrency', facts.concurrency),
  at: ref('moment', facts.moment),
  'shard?': ref('shard', facts.shard),
  'shards?': ref('shards', facts.shards),
  'budget?': ref('budget', facts.budget),
})

export const textLine = object(
  'Gives a text, or a list of texts, an id. `{ "text": ID }` stands for it in later lines.',
  {
    type: fixed('text'),
    id: integer(),
    text: value<string | string[] | { text: unknown[] }>({ type: ['string', 'array', 'object'] }),
  },
)

export const plannedCheck = fields({
  id: ref('checkId', facts.checkId),
  title: text(),
  topic: text(),
  claims: ref('claims', facts.claims),
  operations: ref('operations', facts.operations),
  missing: ref('missing', facts.missing),
  requests: integer('The most requests that the check sends, apart from shrinking.'),
  'passive?': ref('passive', facts.passive),
  'shard?': integer({
    description: 'The part of the plan that runs the check; absent: all parts, or a plan that was not cut.',
    minimum: 1,
  }),
})

export const plan = object('The checks that were selected.', {
  type: fixed('plan'),
  checks: list({}, ref('plannedCheck', plannedCheck)),
})

export const checkStarted = fields({
  type: fixed('check'),
  check: ref('checkId', facts.checkId),
  state: fixed('started'),
  seed: ref('seed', facts.seed),
})

export const checkSkipped = object(
  'The target file lacks something that the check needs or, with `subject`, that only this subject needs.',
  {
    type: fixed('check'),
    check: ref('checkId', facts.checkId),
    state: fixed('skipped'),
    missing: ref('missing', facts.missing),
    'subject?': ref('operation', facts.operation),
  },
)

export const checkEnded = fields({
  type: fixed('check'),
  check: ref('checkId', facts.checkId),
  state: fixed('ended'),
  'unreached?': fixed(
    true,
    'The server, or a token or receiver that it had accepted, was not there for a while. An inconclusive check is then tried again.',
  ),
  'reason?': text('Why the check learned nothing.'),
  'error?': ref('ourError', facts.ourError),
})

export const verdictEvent = object('The verdict that follows from the events of a check.', {
  type: fixed('verdict'),
  check: ref('checkId', facts.checkId),
  verdict: ref('verdict', verdict),
  claims: ref('claimCounts', claimCounts),
  notes: ref('notes', notes),
  partly: ref('partly', facts.partly),
})

export const repeatStarted = object(
  'A failed check is repeated once, only for the failed subject and with the same values.',
  { type: fixed('repeat'), check: ref('checkId', facts.checkId), state: fixed('started') },
)

export const repeatEnded = fields({
  type: fixed('repeat'),
  check: ref('checkId', facts.checkId),
  state: fixed('ended'),
  'unreached?': fixed(
    true,
    'The server, or a token that it had accepted, was not there. The check is repeated when the run is resumed.',
  ),
  'reason?': text('Why the repeat tried nothing, or not everything.'),
  'error?': ref('ourError', facts.ourError),
})

export const repeatJudged = object('The verdict that follows from the events of a repeat.', {
  type: fixed('repeat'),
  check: ref('checkId', facts.checkId),
  state: fixed('judged'),
  repetition: ref('repetition', repetition),
})

export const payment = object(
  'A payment is about to be sent, or was not made after all. The line is written before the payment is sent.',
  {
    type: fixed('payment'),
    check: ref('checkId', facts.checkId),
    state: oneOf(['sending', 'not made']),
    debits: text({
      pattern: '^[0-9]+$',
      description:
        "The highest amount that the payment can debit, in the smallest unit of the wallet's asset.",
    }),
  },
)

export const receiver = object(
  'A receiver was issued for the first time: with an index, to be shared; otherwise to one check alone.',
  {
    type: fixed('receiver'),
    kind: value<ReceiverKind>({ type: 'string', description: 'As in the target file.' }),
    receiver: fields({
      url: text(),
      'incomingAmount?': fields({ value: text(), assetCode: text(), assetScale: integer() }),
      'expiresAt?': ref('moment', facts.moment),
    }),
    'index?': integer(),
  },
)

export const resumed = object('The run was killed or interrupted before this line, and continues after it.', {
  type: fixed('resumed'),
  at: ref('moment', facts.moment),
})

export const shardBegins = object('Of a merged record: the events of one shard follow.', {
  type: fixed('shard'),
  index: integer({ minimum: 1 }),
  at: ref('moment', facts.moment),
})

export const end = object('The last line. A record without this line is from an interrupted run.', {
  type: fixed('end'),
  outcome: ref('outcome', facts.outcome),
  'sentence?': text(
    'The most likely reason why nothing could be judged, why a complete run learned less than it could, or why the run ended early.',
  ),
  at: ref('moment', facts.moment),
})
