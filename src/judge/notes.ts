import type { Requirement } from '../catalogue/requirement.ts'
import type { ObservationEvent } from '../core/events.ts'
import type { ClaimCount, Note } from '../core/verdict.ts'
import { caseInWords } from './case-in-words.ts'

/** Notes of a check on one point: the last observation and, if the check tried several cases, the result of each. */
export interface NotedCases {
  last: ObservationEvent
  /** The cases, by their result. */
  cases: Map<string, { named: Set<string>; others: number }>
}

/** The most cases that a note names for each result, and the most results. */
const mostNamed = 8
const mostResults = 20

export function addCase(before: NotedCases | undefined, event: ObservationEvent): NotedCases {
  const cases: NotedCases['cases'] = before?.cases ?? new Map()
  const name = caseInWords(event.given)
  if (name !== undefined) addName(cases, event.got, name)
  return { last: event, cases }
}

const addName = (cases: NotedCases['cases'], got: string, name: string, others = 0): void => {
  const alike = cases.get(got) ?? { named: new Set(), others: 0 }
  if (!cases.has(got) && cases.size >= mostResults) return
  cases.set(got, alike)
  alike.others += others
  if (alike.named.size < mostNamed) alike.named.add(name)
  else if (!alike.named.has(name)) alike.others++
}

interface SeenNotes {
  noted: readonly NotedCases[]
  /** Broken claims that are only notes. */
  broken: readonly ObservationEvent[]
  claims: ReadonlyMap<string, ClaimCount>
  requirements: ReadonlyMap<string, Requirement>
  /** Returns a key that is the same for all observations of one point. */
  keyOf: (event: ObservationEvent) => string
}

/** Collects notes on the points that fail nothing. A check need not know which of its claims are notes. */
export function notesOf({ noted, broken, claims, requirements, keyOf }: SeenNotes): Note[] {
  const points = new Map<string, NotedCases>()
  for (const one of noted) points.set(keyOf(one.last), merged(points.get(keyOf(one.last)), one))
  const told = [...points.values()].map((one) => noteOf(one.last, gotOf(one)))
  const said = new Set([...noted.map(({ last }) => last), ...broken].map(({ requirement }) => requirement))
  const held = [...claims].flatMap(([requirement, count]): Note[] =>
    count.held > 0 && !said.has(requirement) && requirements.get(requirement)?.level === 'note'
      ? [{ requirement, got: 'holds' }]
      : [],
  )
  const not = broken.map((event) => noteOf(event, doesNotHold(event, claims)))
  return [...told, ...not, ...held].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

const textOf = ({ requirement, subject = '', got }: Note): string => `${requirement} ${subject} ${got}`

const noteOf = ({ requirement = '', subject }: ObservationEvent, got: string): Note => ({
  requirement,
  got,
  ...(subject === undefined ? {} : { subject }),
})

const doesNotHold = (
  { requirement = '', want, got }: ObservationEvent,
  claims: SeenNotes['claims'],
): string =>
  `does not ${claims.get(requirement)?.held ? 'always ' : ''}hold: expected ${want}; received ${got}`

/** Appends the cases of a later batch to those of an earlier one. */
const merged = (before: NotedCases | undefined, { last, cases }: NotedCases): NotedCases => {
  const all: NotedCases['cases'] = new Map()
  for (const [got, { named, others }] of [...(before?.cases ?? []), ...cases])
    for (const [at, name] of [...named].entries()) addName(all, got, name, at === 0 ? others : 0)
  return { last, cases: all }
}

/** Words the cases by result: `ten minutes ago, a year ago: accepted; a day ahead: status 401`. */
const gotOf = ({ last, cases }: NotedCases): string =>
  cases.size === 0
    ? last.got
    : [...cases]
        .map(([got, { named, others }]) => {
          const more = others > 0 ? ` and ${others} more` : ''
          return `${[...named].join(', ')}${more}: ${got}`
        })
        .join('; ')
