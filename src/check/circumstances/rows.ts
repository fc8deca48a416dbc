import type { RequestDraft } from '../../http/draft.ts'
import { coveringSets } from './covering.ts'
import { withShortBody } from './sparing.ts'
import { type Circumstance, circumstances, otherIdentities, type Row } from './table.ts'

const factors = [...new Set(circumstances.map(({ factor }) => factor))]

const ofFactor = (factor: string): Circumstance[] => circumstances.filter((one) => one.factor === factor)

/**
 * Exceptions from the rule that one full row takes the first circumstance of a factor and the other the last: the first
 * row has the longest bodies, the other the shortest, and both have further members at both ends.
 */
const placeIn = (factor: string, end: number): number => {
  if (factor === 'size') return -1 - end
  return factor === 'members' ? -1 : end
}

/**
 * Two rows with as many circumstances as can be combined, one with the first circumstance of each factor, one with the
 * last. A fault that shows in a circumstance, whatever the others are, shows in one of them. Companions are left out:
 * checks run in parallel, so other requests are under way anyhow.
 */
const fullest: readonly Row[] = [0, -1].map((end) =>
  factors
    // Only one of the rows asks for a later page.
    .filter((factor) => factor !== 'companion' && (factor !== 'page' || end === 0))
    .flatMap((factor) => ofFactor(factor).at(placeIn(factor, end)) ?? []),
)

/**
 * Returns the full rows, of which only the one at `kept` has further members. Beside a further signature, a broken one
 * may be refused for what the other says, and its own defect would not be tested.
 */
const withMembersIn = (kept: number): Row[] =>
  fullest.map((row, index) => (index === kept ? row : row.filter(({ factor }) => factor !== 'members')))

/** A circumstance of a factor, or the simplest choice. */
interface RowChoice {
  factor: string
  circumstance?: Circumstance
}

export const choices: readonly RowChoice[] = factors.flatMap((factor): RowChoice[] => [
  { factor },
  ...ofFactor(factor).map((circumstance) => ({ factor, circumstance })),
])

/** The tokens that neither of the full rows uses. */
const restOfTokens = ofFactor('token').slice(1, -1)

/**
 * The last of these tokens can send any request. In some rows the others come before it, and are used where they apply.
 */
const restFor = (turn: number): Row =>
  Math.floor(turn / allRows) % 2 === 1 ? restOfTokens : restOfTokens.slice(-1)

/**
 * Completes a set by a circumstance of each factor that it leaves open, because the last sets cover only the pairs that
 * are still missing. None is added that would cost a further request.
 */
const completed = (set: readonly RowChoice[], turn: number): Row =>
  factors.flatMap((factor) => {
    const chosen = set.find((one) => one.factor === factor)
    const all = ofFactor(factor).filter(({ beside }) => beside === undefined)
    return (chosen ? chosen.circumstance : all[turn % all.length]) ?? []
  })

/** Rows that combine every two circumstances of different factors at least once, the simplest ones included. */
export const pairwise: readonly Row[] = coveringSets(choices, (one, other) => one.factor !== other.factor)
  .map(completed)
  .filter((row) => row.length > 0)

/** Swaps the connections between the rows, so that each identity meets each state of a connection. */
const withConnectionsOfEachOther = (rows: readonly Row[]): Row[] =>
  rows.map((row, index) => [
    ...row.filter(({ factor }) => factor !== 'connection'),
    ...(rows.at(index - 1) ?? []).filter(({ factor }) => factor === 'connection'),
  ])

/** The numbers that decide which row of pairs is used, and where the rows begin. */
export interface RowTurn {
  seed: number
  /** The index of a subject in its check, or among those that share the rows. */
  place: number
}

/** Returns both full rows and one row of pairs. `turn` decides which of the full rows has further members. */
export function rowsOf({ seed, place }: RowTurn, turn = 0): Row[] {
  const pair = pairwise[Math.floor((Math.abs(seed) + place) / 3) % pairwise.length] ?? []
  const full = withMembersIn((Math.floor(Math.abs(seed) / 4) + turn) % fullest.length)
  return [
    ...(turn % 2 === 0 ? full : withConnectionsOfEachOther(full)),
    [...pair.filter(({ factor }) => factor !== 'token'), ...restFor(Math.abs(seed) + place + turn)],
  ]
}

/**
 * The row with the circumstances at one end of each factor, as far as they can be combined without changing the identity,
 * without another request beside, and without what a server may refuse.
 */
const allAt = (end: number): Row =>
  factors
    .filter((factor) => !['token', 'companion', 'connection'].includes(factor))
    .flatMap((factor) => ofFactor(factor).at(end) ?? [])
    .filter(({ isOpen }) => !isOpen)
    .concat(ofFactor('connection').filter(({ beside }) => beside === undefined))

const allAtOnce = allAt(-1)
const othersAtOnce = allAt(0)

/**
 * Returns the rows for valid requests: both full rows without further members, and the row of pairs with them. A server
 * that looks at the wrong one of several signatures does not see what the right one has. All rows leave out what may be
 * answered without content, or refused.
 */
function rowsForValid({ seed }: Pick<RowTurn, 'seed'>): Row[] {
  const isKept = ({ factor, mayBeUnmodified, isOpen }: Circumstance): boolean =>
    factor !== 'members' && !mayBeUnmodified && !isOpen
  const [first = [], last = [], pair = []] = rowsOf({ seed, place: 0 })
  const members = fullest.at(-1)?.filter(({ factor }) => factor === 'members') ?? []
  return [first.filter(isKept), last.filter(isKept), [...withShortBody(pair.filter(isKept)), ...members]]
}

/** Returns the same row, but on whichever connection is free. */
export function onAnyConnection(row: Row): Row {
  return row.filter(({ factor }) => factor !== 'connection')
}

/**
 * Returns the same row, but on a new connection. Something that is accepted only once cannot follow the same accepted
 * request.
 */
export function onNewConnection(row: Row): Row {
  const free = ofFactor('connection').filter(({ beside }) => beside === undefined)
  return [...onAnyConnection(row), ...free]
}

export const fullRows = fullest.length

/** The number of subjects without a body that see all rows between them. */
export const allRows = fullRows + 1

/**
 * Returns the row for a batch, by its index among all. Batches are sent one after the other, so another request is
 * under way only if it is sent for that purpose. No request is accepted here that need not be.
 */
function rowOfBatch(place: number): Row {
  const row = withMembersIn(1)[place % fullest.length] ?? []
  const companion = place % 2 === 0 ? ofFactor('companion') : []
  return [...onNewConnection(row), ...companion]
}

/** Factors that can have no meaning to a server. */
const meaningless = ['order', 'names', 'connection']

/** Factors that a server may refuse, but that must not make it find less. */
const searching = [...meaningless, 'members', 'query']

/** The most tokens of other kinds that a request can be sent with. */
const identities = 3

/** The most rows for requests that may leave traces. */
export const mostTraces = 1 + identities

/**
 * Chooses the rows for a request by what the request costs. Invalid requests that cost nothing use `trialsFor`, which
 * shares the rows between them.
 */
export const policy = {
  /**
   * The rows for valid requests that cost nothing. Each is first sent plainly, then in each row. The valid request,
   * accepted in the row, is the control.
   */
  valid: rowsForValid,
  /**
   * The rows for reads, which successive reads take in turn. Something else that was found in the same row is the
   * control.
   */
  reads: (): Row[] =>
    [meaningless, searching].map((wanted) => allAtOnce.filter(({ factor }) => wanted.includes(factor))),
  /**
   * The row for a payment, by a number. It is sent in the row once instead of plainly. A payment in the other form is the
   * control.
   */
  pays: (turn: number): Row[] => [turn % 2 === 0 ? allAtOnce : othersAtOnce],
  /**
   * The row for requests that use something up, by the index of their batch among all. The closing request of the batch
   * is the control.
   */
  batch: rowOfBatch,
  /**
   * The row for a request that uses something up and has no batch, by a number. A refusal would leave nothing to be
   * tried, so nothing is left open in the row.
   */
  consumes: (turn: number): Row => rowOfBatch(turn).filter(({ isOpen }) => !isOpen),
  /**
   * The rows for requests that cost nothing but may leave traces elsewhere. Each is also sent as every other possible
   * identity, in the other circumstances and with a short body.
   */
  traces: (draft: RequestDraft, session: Parameters<typeof otherIdentities>[1]): Row[] => [
    allAtOnce,
    ...otherIdentities(draft, session).map((identity) => [...withShortBody(othersAtOnce), identity]),
  ],
}
