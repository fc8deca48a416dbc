import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../src/core/json.ts'
import type { Change } from '../testing/changing-answers.ts'
import { placesIn, valueAt, withAt } from '../testing/json-places.ts'
import { oddRun } from '../testing/odd-run.ts'
import { changedText, type How, how, oddText } from '../testing/odd-texts.ts'

/** The number of odd texts that are tried. `npm run fuzz:answers` sets a larger one. */
const wanted = Number(process.env['SENT_BACK'] ?? 6)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)

/** Fields of answers that become part of a request. */
const fields = [['id'], ['startCursor', 'endCursor'], ['id', 'startCursor', 'endCursor']]

/** Checks that read, pay, complete or page with values from the server. */
const only = [
  'ids/quote-is-read-back',
  'ids/incoming-payments-are-read-back',
  'ids/unknown-quote',
  'lists/pages',
  'lists/open-pages',
  'payments/from-quote',
  'races/quote-paid-by-many',
  'sequences',
  'settling/one-after-another',
]

/** Changes every text of these fields in accepted responses. */
const textsOf =
  (names: readonly string[], change: (before: string) => string): Change =>
  (given) => {
    const json = given.status < 300 ? parseJson(given.body.toString()) : undefined
    const own = placesIn(json).filter(
      (place) => names.includes(String(place.at(-1))) && typeof valueAt(json, place) === 'string',
    )
    if (own.length === 0) return given
    const changed = own.reduce((all, place) => withAt(all, place, (text) => change(String(text))), json)
    return { ...given, body: Buffer.from(JSON.stringify(changed)) }
  }

const sentBack = (names: readonly string[], text: string, place: How) =>
  oddRun({
    profile: 'interface',
    only,
    seed,
    runs: 3,
    change: textsOf(names, (before) => changedText(before, text, place)),
  })

test('the harness sends any id or cursor back without an error of its own', { timeout: 60 * 60 * 1000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), oddText, how, async (names, text, place) => {
      const { exit, faults } = await sentBack(names, text, place)
      expect(faults).toEqual([])
      expect(exit).not.toBe(4)
    }),
    {
      seed,
      numRuns: wanted,
      endOnFailure: true,
      examples: [
        [['id'], '\\', 'behind'],
        [['id'], '', 'instead'],
        [['startCursor', 'endCursor'], '', 'instead'],
      ],
    },
  ),
)

test('a list without items whose cursors are empty passes', async () => {
  const emptied: Change = (given) => {
    const json = given.status < 300 ? parseJson(given.body.toString()) : undefined
    if (!Object.hasOwn(Object(json), 'result')) return given
    const pagination = { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false }
    return { ...given, body: Buffer.from(JSON.stringify({ pagination, result: [] })) }
  }
  const lists = ['lists/open-pages', 'lists/pages']
  const run = await oddRun({ profile: 'interface', only: lists, seed, runs: 3, change: emptied })
  expect(run).toMatchObject({ exit: 0, faults: [] })
})
