import { expect, test } from 'vitest'
import { compatiblePairs } from './covering.ts'
import { choices, onNewConnection, pairwise, policy } from './rows.ts'
import { circumstances, type Row } from './table.ts'
import { trialsFor } from './trials.ts'

const isIn = (row: readonly unknown[], { factor, circumstance }: (typeof choices)[number]): boolean =>
  circumstance
    ? row.includes(circumstance)
    : !circumstances.some((one) => one.factor === factor && row.includes(one))

test('every two circumstances of different factors, including the simplest ones, share some row', () => {
  const pairs = compatiblePairs(choices, (one, other) => one.factor !== other.factor)
  const missing = pairs.filter(([one, other]) => !pairwise.some((row) => isIn(row, one) && isIn(row, other)))
  // A pair of two simplest choices needs no row, because every check tries the simplest request first.
  expect(missing.filter(([one, other]) => one.circumstance ?? other.circumstance)).toEqual([])
})

test('no row has two circumstances of a factor', () => {
  for (const row of [...pairwise, ...rowsFor(1, 0, true), policy.batch(0)])
    expect(new Set(row.map(({ factor }) => factor)).size).toBe(row.length)
})

/** The rows in which one request of a subject is tried. */
const rowsFor = (seed: number, place: number, seesAllRows: boolean): Row[] =>
  trialsFor({ seed, place, seesAllRows }, { requests: 1, apart: 1 }).map(({ row }) => row)

/**
 * The strongest circumstances of each factor. A body over 64 KiB is also over the lesser sizes, and members at both
 * ends are also members at each end. The token that reads receivers does not apply to every request.
 */
const strongest = circumstances.filter(({ name }) => !/over [18] KiB|which come|reads receivers/.test(name))

test('three rows try every circumstance, except perhaps a concurrent request, on a request with a body', () => {
  const seen = new Set(rowsFor(7, 3, true).flat())
  const unseen = strongest.filter((one) => !seen.has(one)).map(({ factor }) => factor)
  expect(unseen.filter((factor) => factor !== 'companion')).toEqual([])
})

test('three subjects without a body together try both full rows and one pairwise row', () => {
  const rows = [0, 1, 2].flatMap((place) => rowsFor(7, place, false))
  expect(rows).toHaveLength(3)
  const seen = new Set(rows.flat())
  const unseen = strongest.filter((one) => !seen.has(one)).map(({ factor }) => factor)
  expect(unseen.filter((factor) => factor !== 'companion')).toEqual([])
})

const apartFromTokens = (row: Row = []): string =>
  row
    .filter(({ factor }) => factor !== 'token')
    .map(({ name }) => name)
    .join()

test('all pairwise rows come up over the seeds, always with the limited token', () => {
  const rows = Array.from({ length: 200 }, (_, seed) => rowsFor(seed, 0, true)[2])
  const tokens = rows.flatMap((row = []) => row.filter(({ factor }) => factor === 'token'))
  expect(tokens.filter(({ name }) => name === 'with a limited token')).toHaveLength(200)
  expect(tokens.filter(({ name }) => name === 'with the token that reads receivers')).toHaveLength(99)
  expect(new Set(rows.map(apartFromTokens))).toEqual(new Set(pairwise.map(apartFromTokens)))
})

test('two successive batches try every circumstance except a limited token and a previously accepted request', () => {
  const seen = new Set([policy.batch(4), policy.batch(5)].flat())
  expect(strongest.filter((one) => !seen.has(one)).map(({ name }) => name)).toEqual([
    'after the same request was accepted',
    'with a limited token',
  ])
})

test('valid requests get the largest body and further members in separate rows', () => {
  for (const seed of [1, 2, 5, 9]) {
    const names = policy.valid({ seed }).map((row) => row.map(({ name }) => name))
    const [large = []] = names.filter((row) => row.includes('with a body over 64 KiB'))
    expect(large.filter((name) => name.includes('further'))).toEqual([])
    expect(names.flat()).toContain('with further signatures and digests at both ends')
  }
})

test('every row of a request that is accepted only once opens a new connection', () => {
  const rows = trialsFor({ seed: 1, place: 0, seesAllRows: true }, { requests: 3, apart: 3 }).map(({ row }) =>
    onNewConnection(row),
  )
  const connections = rows.map((row) => row.filter(({ factor }) => factor === 'connection'))
  expect(connections.map((ones) => ones.map(({ name }) => name))).toEqual(
    rows.map(() => ['as the first request of a connection']),
  )
})
