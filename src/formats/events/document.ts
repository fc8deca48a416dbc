import {
  type About,
  dictionary,
  either,
  fields,
  fixed,
  integer,
  list,
  number,
  object,
  ref,
  type Static,
  said,
  text,
  value,
} from '../schema.ts'
import * as facts from './facts.ts'
import { checkId, exchangeNumber, moment, operation } from './facts.ts'
import {
  checkEnded,
  checkSkipped,
  checkStarted,
  end,
  payment,
  plan,
  plannedCheck,
  receiver,
  repeatEnded,
  repeatJudged,
  repeatStarted,
  resumed,
  run,
  shardBegins,
  textLine,
  verdictEvent,
} from './lines.ts'
import { claimCounts, evidence, notes, observation, repetition, verdict } from './verdict.ts'

const headers = dictionary({}, text())

const request = fields({
  method: text(),
  url: text('baseUrl + path: what is signed as @target-uri.'),
  headers: ref('headers', headers),
  'body?': text(),
  'token?': text('Name of the token in the target file, such as tokens.full.'),
  'signing?': object('How the request was signed; absent if it was not signed.', {
    key: text('Name of the key in the target file.'),
    keyId: text(),
    label: text(),
    components: list({}, text()),
    base: text('The signature base, with the token replaced.'),
  }),
  'altered?': list('What was changed after signing: header names, body, method, url.', text()),
})

const response = fields({
  status: integer(),
  headers: ref('headers', headers),
  body: text(),
  'incomplete?': text(
    'The rest of the sentence "The body …", if the server ended the body otherwise than it announced. The body is as much of it as arrived.',
  ),
  'cut?': integer(
    'The length of the body in characters, if the run had already recorded as much of responses as it may: body and headers are then only the beginning, and no rule judges the response.',
  ),
})

const exchange = object(
  {
    description:
      'A request with its response, or the failure to get one. Secrets are replaced by placeholders of the same shape.',
    oneOf: [{ required: ['response'] }, { required: ['failure'] }],
  },
  {
    type: fixed('exchange'),
    number: ref('exchangeNumber', exchangeNumber),
    check: ref('checkId', checkId),
    'operation?': ref(
      'operation',
      operation,
      'Absent if the request is not addressed to an operation of the interface.',
    ),
    request: ref('request', request),
    'response?': ref('response', response),
    'failure?': fields({ code: text(), message: text() }),
    'repeats?': ref(
      'exchangeNumber',
      exchangeNumber,
      'The same request was sent before, in this exchange, and got a 5xx, a reset or no response in time, or was refused although it was valid.',
    ),
    sent: integer(
      'A counter that orders what was sent and received: B is later than A if B.sent > A.received.',
    ),
    received: integer(),
    at: ref('moment', moment),
    milliseconds: number(),
  },
)

/** Every part of the format by its name. report.json consists of the same parts. */
export const definitions = {
  run,
  plannedCheck,
  plan,
  checkStarted,
  checkSkipped,
  checkEnded,
  verdictEvent,
  repeatStarted,
  repeatEnded,
  repeatJudged,
  payment,
  receiver,
  resumed,
  shardBegins,
  end,
  textLine,
  ...facts,
  headers,
  request,
  response,
  exchange,
  evidence,
  verdict,
  repetition,
  notes,
  claimCounts,
  observation,
}

/** A line of events.ndjson, version 3, once its references are replaced by their texts. */
export const event = either(
  {
    title: 'A line of events.ndjson, version 3',
    description:
      'The record of a run: one JSON object per line. The first is `run`, the last is `end`. Every report is derived from it. From version 2 on, a `text` line gives a long text an id, and `{ "text": ID }` stands for it in the lines after it: for the url, a header, the body, the components of a request or response, and for want, got and circumstances of an observation. From version 3 on, `{ "text": PARTS }` may stand there as well, and as the text of a `text` line: a list of texts, and of `[CHARACTER, TIMES]` for a character that is repeated. A base of a signature that follows from its request is left out. This schema describes the lines once the references are replaced. Within a version, keys may be added, but no key is renamed or given another meaning.',
  },
  [
    ref('run', run),
    ref('plan', plan),
    ref('checkStarted', checkStarted),
    ref('checkSkipped', checkSkipped),
    ref('checkEnded', checkEnded),
    ref('exchange', exchange),
    ref('observation', observation),
    ref('verdictEvent', verdictEvent),
    ref('repeatStarted', repeatStarted),
    ref('repeatEnded', repeatEnded),
    ref('repeatJudged', repeatJudged),
    ref('payment', payment),
    ref('receiver', receiver),
    ref('resumed', resumed),
    ref('shardBegins', shardBegins),
    ref('end', end),
  ],
)

/** Refers to a part of this format from another one. */
export function fromEvents<N extends keyof typeof definitions>(name: N, more: About = {}) {
  return value<Static<(typeof definitions)[N]>>({
    $ref: `urn:open-payments-conformance:events:2#/$defs/${name}`,
    ...said(more),
  })
}
