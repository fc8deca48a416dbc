import type { RunEvent } from '../core/events.ts'

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
export function createRenumbering(): () => (event: RunEvent) => RunEvent {
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
