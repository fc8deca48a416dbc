import { type About, either, ref, type Static, said, value } from '../schema.ts'
import { exchange, headers, request, response } from './exchange.ts'
import * as facts from './facts.ts'
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
