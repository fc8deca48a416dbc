import type { RequestDraft } from '../../http/draft.ts'
import { coveringSets } from './covering.ts'
import { type Circumstance, circumstances, otherAskers, type Row } from './table.ts'

const factors = [...new Set(circumstances.map(({ factor }) => factor))]

const ofFactor = (factor: string): Circumstance[] => circumstances.filter((one) => one.factor === factor)

/** Of sizes both rows have a large one, of further members those at both ends. */
const placeIn: Readonly<Record<string, number>> = { size: 1, members: -1 }

/**
 * Two rows that have as much as can be had at once, one with the first circumstance of each factor, one with the last. A
 * defect that shows in any circumstance, whatever else is the case, shows in one of them. The largest bodies are long to
 * send and to write down, so only one has them; checks run side by side, so other requests are under way anyhow.
 */
const fullest: readonly Row[] = [0, -1].map((end) =>
  factors
    .filter((factor) => factor !== 'company')
    .flatMap((factor) => {
      const all = ofFactor(factor)
      const one = all.at(end === 0 && factor === 'size' ? -1 : (placeIn[factor] ?? end))
      return one ? [one] : []
    }),
)

/**
 * The same, one of them without further members: beside a further signature a broken one may be refused for what is said of the
 * other, so that its own defect is not what is looked at.
 */
const withMembersIn = (kept: number): Row[] =>
  fullest.map((row, index) => (index === kept ? row : row.filter(({ factor }) => factor !== 'members')))

/** A circumstance of a factor, or the plainest one. */
interface RowChoice {
  factor: string
  circumstance?: Circumstance
}

export const choices: readonly RowChoice[] = factors.flatMap((factor): RowChoice[] => [
  { factor },
  ...ofFactor(factor).map((circumstance) => ({ factor, circumstance })),
])

/** What neither of the full rows has of the tokens. */
const restOfTokens = ofFactor('token').slice(1, -1)

/** The last of those can ask for anything; the others come before it in some of the rows, where they can be had. */
const restFor = (turn: number): Row =>
  Math.floor(turn / allRows) % 2 === 1 ? restOfTokens : restOfTokens.slice(-1)

/** Rows in which every two circumstances of different factors, the plainest ones among them, stand together once. */
export const pairwise: readonly Row[] = coveringSets(choices, (one, other) => one.factor !== other.factor)
  .map((set) => set.flatMap(({ circumstance }) => circumstance ?? []))
  .filter((row) => row.length > 0)

/** One of the invalid requests of a check, by its place among them, in a row of circumstances. */
export interface Trial {
  row: Row
  at: number
}

interface SubjectPlace {
  /** Decides which of the pairs, and where the rows begin. */
  seed: number
  /** Of a subject among those of its check. */
  place: number
  /** What has a body differs in more: it sees all rows. Of the others each sees one, so that together they see all. */
  isWhole: boolean
}

/** So that who asks, and what comes first on a connection, stand together in all ways. */
const withConnectionsOfEachOther = (rows: readonly Row[]): Row[] =>
  rows.map((row, index) => [
    ...row.filter(({ factor }) => factor !== 'connection'),
    ...(rows.at(index - 1) ?? []).filter(({ factor }) => factor === 'connection'),
  ])

/** Both full rows, and one of the pairs; `turn` says which of the full ones has further members. */
function rowsOf({ seed, place }: Pick<SubjectPlace, 'seed' | 'place'>, turn = 0): Row[] {
  const pair = pairwise[Math.floor((Math.abs(seed) + place) / 3) % pairwise.length] ?? []
  const full = withMembersIn((Math.floor(Math.abs(seed) / 4) + turn) % fullest.length)
  return [
    ...(turn % 2 === 0 ? full : withConnectionsOfEachOther(full)),
    [...pair.filter(({ factor }) => factor !== 'token'), ...restFor(Math.abs(seed) + place + turn)],
  ]
}

/** As much as can be had at once without changing who asks, or what is sent beside it. */
const allAtOnce: Row = factors
  .filter((factor) => !['token', 'company', 'connection'].includes(factor))
  .flatMap((factor) => ofFactor(factor).slice(-1))
  .concat(ofFactor('connection').filter(({ beside }) => beside === undefined))

/**
 * What is valid is done in both full rows without further members, and in that of the pairs with them: a server that looks at
 * the wrong one of several signatures does not see what the right one has.
 */
function rowsForValid({ seed }: Pick<SubjectPlace, 'seed'>): Row[] {
  const isKept = ({ factor }: Circumstance): boolean => factor !== 'members'
  const [first = [], last = [], pair = []] = rowsOf({ seed, place: 0 })
  const members = fullest.at(-1)?.filter(({ factor }) => factor === 'members') ?? []
  return [first.filter(isKept), last.filter(isKept), [...pair.filter(isKept), ...members]]
}

/** The invalid requests of a check on a subject. */
interface Invalid {
  requests: number
  /** So many of them, the first ones, are each invalid in a way of its own; the others are alike. */
  apart: number
}

/**
 * What to try of the invalid requests. On a subject that sees all rows each of them sees both full ones, and one sees that
 * of the pairs; on the others each sees another row in turn. Requests that are alike share the rows, and those among them that are
 * not see one in turn.
 */
export function trialsFor(ground: SubjectPlace, { requests, apart }: Invalid): Trial[] {
  const { seed, place, isWhole } = ground
  const turn = Math.abs(seed) + place
  const inTurn = (at: number): Row[] => {
    const rows = rowsOf(ground, at + (isWhole ? 1 : 0))
    return isWhole ? rows : rows.filter((_, index) => index === (turn + at) % rows.length)
  }
  const shared = inTurn(0).map((row, index) => ({ row, at: (Math.abs(seed) + index) % requests }))
  const each = (rowsAt: (at: number) => Row[]): Trial[] =>
    Array.from({ length: apart }, (_, at) => rowsAt(at).map((row) => ({ row, at }))).flat()
  const ofFullest = (at: number): Row[] => inTurn(at).slice(0, fullest.length)
  if (apart < requests)
    return [
      ...shared,
      ...each((at) =>
        ofFullest(at)
          .slice(at % 2)
          .slice(0, 1),
      ),
    ]
  return isWhole ? [...each(ofFullest), ...shared.slice(fullest.length)] : each(inTurn)
}

/** The same on whichever connection is free. */
export function onAnyConnection(row: Row): Row {
  return row.filter(({ factor }) => factor !== 'connection')
}

/** The same on a connection of its own: what is accepted only once cannot come after the same request was accepted. */
export function onNewConnection(row: Row): Row {
  const free = ofFactor('connection').filter(({ beside }) => beside === undefined)
  return [...onAnyConnection(row), ...free]
}

/** The most that are tried. */
export function mostTrials({ requests, apart }: Invalid, isWhole: boolean): number {
  const ofAlike = isWhole ? allRows : 1
  if (apart < requests) return ofAlike + apart
  return isWhole ? requests * fullest.length + 1 : requests
}

/** How many subjects without a body it takes to see all rows between them. */
export const allRows = fullest.length + 1

/**
 * The row for a batch of that place among all. Batches are sent one after the other, so another request is under way only
 * if it is sent for the purpose; and nothing is accepted that need not be.
 */
function rowOfBatch(place: number): Row {
  const row = withMembersIn(1)[place % fullest.length] ?? []
  const company = place % 2 === 0 ? ofFactor('company') : []
  return [...onNewConnection(row), ...company]
}

/** No server can mean anything by these. */
const meaningless = ['order', 'names', 'connection']

/** A server may refuse these, but not find less because of them. */
const searching = [...meaningless, 'members', 'query']

/** A request can be sent with so many tokens of other kinds. */
const askers = 3

/** The most rows that may leave traces. */
export const mostTraces = 1 + askers

/**
 * Which rows what is done in circumstances is done in, by what it takes. Invalid requests that take nothing have `trialsFor`,
 * which shares the rows between them.
 */
export const policy = {
  /** Free and valid: after it was done plainly, in each row. The whole request, accepted in the row, is the control. */
  valid: rowsForValid,
  /** Reads: in one row or the other. Something else that was found in the same row is the control. */
  reads: (): Row[] =>
    [meaningless, searching].map((wanted) => allAtOnce.filter(({ factor }) => wanted.includes(factor))),
  /** Pays: once, in the row instead of plainly. A payment in the other form is the control. */
  pays: (): Row[] => [allAtOnce],
  /** Uses something up: all of a batch at once, by its place among all. The batch's closing request is the control. */
  batch: rowOfBatch,
  /** May leave traces elsewhere, though it pays nothing: in each row, also as everybody else who may ask. */
  traces: (draft: RequestDraft, session: Parameters<typeof otherAskers>[1]): Row[] => [
    allAtOnce,
    ...otherAskers(draft, session).map((asker) => [...allAtOnce, asker]),
  ],
}
