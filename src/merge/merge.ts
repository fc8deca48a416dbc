import type { CheckEvent, EndEvent, RunEvent, RunStarted } from '../core/events.ts'
import { createJudge } from '../judge/judge.ts'
import { isDerived } from '../judge/judged-again.ts'
import type { Knowledge } from '../judge/knowledge.ts'
import { type Sharded, whyIncomplete } from './part.ts'

/** Merges the parts of a plan into one record, and judges it again as a whole. */
export function* merged(parts: readonly Sharded[], knowledge: Knowledge): Generator<RunEvent> {
  const judge = createJudge(knowledge)
  for (const event of recorded(parts)) {
    const derived = judge(event)
    yield* event.type === 'end' ? [...derived, event] : [event, ...derived]
  }
}

/**
 * Yields the recorded events. Events that every part has (a start, an end, skipped passive checks) are written once for
 * all parts.
 */
function* recorded(parts: readonly Sharded[]): Generator<RunEvent> {
  const [first] = parts
  if (!first) return
  yield runOf(first.run, parts)
  yield { type: 'plan', checks: first.plan.map(({ shard: _, ...check }) => check) }
  const common = new Set(first.plan.filter(({ shard }) => shard === undefined).map(({ id }) => id))
  const renumbering = createRenumbering()
  for (const part of parts) {
    yield { type: 'shard', index: part.shard.index, at: part.run.at }
    const renumbered = renumbering()
    for (const event of part.events) if (isOfPart(event, common)) yield renumbered(event)
  }
  yield* skippedByAll(parts, common)
  yield* startOf(parts)
  yield endOf(parts)
}

const runOf = ({ shard: _, ...run }: RunStarted, parts: readonly Sharded[]): RunStarted => ({
  ...run,
  at: parts.map((part) => part.run.at).sort()[0] ?? run.at,
  shards: parts.length,
})

const isOfPart = (event: RunEvent, common: ReadonlySet<string>): boolean => {
  if (isDerived(event)) return false
  switch (event.type) {
    case 'run':
    case 'plan':
    case 'end':
      return false
    case 'check':
      return !common.has(event.check)
    default:
      return true
  }
}

const skippedByAll = (
  [first, ...others]: readonly Sharded[],
  common: ReadonlySet<string>,
): readonly CheckEvent[] =>
  [...(first?.skipped ?? [])]
    .filter(([id]) => common.has(id) && others.every(({ skipped }) => skipped.has(id)))
    .map(([, event]) => event)

/** Returns the events of the start check. A part in which it failed tells more than the parts in which it succeeded. */
const startOf = (parts: readonly Sharded[]): CheckEvent[] => {
  const ended = parts.flatMap(({ startEnded }) => startEnded ?? [])
  const of = (key: 'error' | 'reason') => ended.find((event) => key in event)
  const told = of('error') ?? of('reason') ?? ended[0]
  if (!told) return []
  const [{ run } = { run: undefined }] = parts
  return [{ type: 'check', check: told.check, state: 'started', seed: run?.seed ?? 0 }, told]
}

/** Returns the end event. An incomplete part makes the whole record incomplete. */
const endOf = (parts: readonly Sharded[]): EndEvent => {
  const incomplete = parts.flatMap((part) => {
    const why = whyIncomplete(part)
    return why === undefined ? [] : [`Shard ${part.shard.index} of ${parts.length}: ${why}`]
  })
  const sentences = parts.flatMap(({ end }) => end?.sentence ?? [])
  const told = [...new Set(incomplete.length > 0 ? incomplete : sentences)].join('\n')
  return {
    type: 'end',
    outcome: incomplete.length > 0 ? 'interrupted' : 'complete',
    ...(told === '' ? {} : { sentence: told }),
    at:
      parts
        .map(({ run, end }) => end?.at ?? run.at)
        .sort()
        .at(-1) ?? '',
  }
}

/** The highest counts of a record: its exchanges, the moments of their requests and responses, and its batches. */
interface RecordCounts {
  exchanges: number
  ticks: number
  /** The first number that is not used by a batch. */
  batches: number
}

/**
 * Creates a function to be called for each record in turn. It returns a shift of that record's counts to behind those
 * of the records before.
 */
function createRenumbering(): () => (event: RunEvent) => RunEvent {
  let most: RecordCounts = { exchanges: 0, ticks: 0, batches: 0 }
  return () => {
    const before = most
    return (event) => {
      const shifted = shiftedBy(event, before)
      most = mostOf(shifted, most)
      return shifted
    }
  }
}

const shiftedBy = (event: RunEvent, { exchanges, ticks, batches }: RecordCounts): RunEvent => {
  if (event.type === 'exchange') {
    return {
      ...event,
      number: event.number + exchanges,
      sent: event.sent + ticks,
      received: event.received + ticks,
      ...shift(event, 'repeats', exchanges),
    }
  }
  if (event.type !== 'observation') return event
  return {
    ...event,
    ...shift(event, 'exchange', exchanges),
    ...shift(event, 'earlier', exchanges),
    ...shift(event, 'control', batches),
    ...shift(event, 'behind', batches),
  }
}

const shift = <K extends string>(
  event: { [key in K]?: number },
  key: K,
  by: number,
): { [key in K]?: number } => {
  const value = event[key]
  return value === undefined ? {} : ({ [key]: value + by } as { [key in K]: number })
}

const mostOf = (event: RunEvent, { exchanges, ticks, batches }: RecordCounts): RecordCounts => {
  if (event.type === 'exchange')
    return {
      exchanges: Math.max(exchanges, event.number),
      ticks: Math.max(ticks, event.sent, event.received),
      batches,
    }
  if (event.type !== 'observation') return { exchanges, ticks, batches }
  const [control = -1, behind = -1] = [event.control, event.behind]
  return { exchanges, ticks, batches: Math.max(batches, control + 1, behind + 1) }
}
