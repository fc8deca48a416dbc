import {
  anchored,
  code,
  folded,
  link,
  type MarkKind,
  paragraph,
  type Section,
  type Text,
  toned,
} from '../document/document.ts'
import { durationInWords, type Span } from '../durations.ts'
import type { RunView } from '../view.ts'
import { anchorOf } from './finding.ts'

/** Shows when each check had requests under way. Returns nothing if no check had any. */
export function timelineSection({ checks, spanOf, milliseconds }: RunView): Section[] {
  const bars = checks.flatMap(({ id, title, verdict }) => {
    const span = spanOf(id)
    return span ? [{ ...span, id, title, kind: kinds[verdict?.status ?? 'skipped'] }] : []
  })
  if (bars.length === 0) return []
  const whole = Math.max(milliseconds, ...bars.map(({ to }) => to), 1)
  const lanes = lanesOf(bars)
  const marks = bars.map(({ from, to, id, kind }, index) => ({
    kind,
    x: x(from, whole),
    y: (lanes[index] ?? 0) * laneHeight,
    width: Math.max(x(to - from, whole), 1),
    height: laneHeight - 2,
    title: `${id}: ${durationInWords(to - from)}`,
  }))
  const shown = anchored(
    'timeline',
    'Timeline',
    paragraph(
      toned(
        'faint',
        'A bar is a check, from its first request to its last response. Checks that ran at the same time stand below each other.',
      ),
    ),
    {
      kind: 'picture',
      label: 'When each check ran',
      width,
      height: (Math.max(...lanes) + 1) * laneHeight,
      marks,
      key: keyOf(bars),
      axis: [0, 0.25, 0.5, 0.75, 1].map((part) => durationInWords(part * whole)),
    },
    folded('The checks that took longest', { kind: 'list', items: longestOf(bars) }),
  )
  return [shown]
}

const longestOf = (bars: ReadonlyArray<Span & { id: string; title: string }>): Array<{ text: Text }> =>
  [...bars]
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, mostNamed)
    .map(({ id, title, from, to }) => ({
      text: [
        `${durationInWords(to - from)}, from ${durationInWords(from)} on: ${title} `,
        link(`#${anchorOf.check(id)}`, code(id)),
      ],
    }))

/** Returns the colours that the bars have, each with what it means. */
const keyOf = (bars: ReadonlyArray<{ kind: MarkKind }>): Array<[MarkKind, string]> =>
  meanings.filter(([kind]) => bars.some((bar) => bar.kind === kind))

const meanings: Array<[MarkKind, string]> = [
  ['held', 'passed'],
  ['broken', 'failed'],
  ['warned', 'not judged'],
  ['missed', 'skipped'],
]

const mostNamed = 10
const width = 1000
const laneHeight = 8

/** Converts milliseconds to a position. Two decimal digits are finer than the resolution of a screen. */
const x = (milliseconds: number, whole: number): number =>
  Math.round((milliseconds / whole) * width * 100) / 100

const kinds = {
  passed: 'held',
  failed: 'broken',
  inconclusive: 'warned',
  error: 'warned',
  skipped: 'missed',
} as const

/** The largest number of lanes in the picture. If more are needed, bars overlap. */
const mostLanes = 40

/** Assigns each bar to the first free lane. */
const lanesOf = (bars: readonly Span[]): number[] => {
  const ends: number[] = []
  const lanes = bars.map(() => 0)
  const inOrder = [...bars.entries()].sort(([, a], [, b]) => a.from - b.from)
  for (const [index, { from, to }] of inOrder) {
    const free = ends.findIndex((end) => end <= from)
    const lane = free >= 0 ? free : ends.length < mostLanes ? ends.length : index % mostLanes
    ends[lane] = Math.max(ends[lane] ?? 0, to)
    lanes[index] = lane
  }
  return lanes
}
