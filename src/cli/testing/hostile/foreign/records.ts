import { attack, escapes } from '../attacks.ts'
import { deepJson, type Foreign, manyKeys, put } from './foreign.ts'
import { recordedRun } from './recorded.ts'

type Event = Record<string, unknown> & { type: string }

/** Runs `report` on a record with this text. */
const record =
  (text: () => string | Promise<string>): Foreign['given'] =>
  async (cwd) => {
    put(cwd, 'events.ndjson', await text())
    return {
      argv: ['report', 'events.ndjson', '--reporter', 'html=report.html', '--reporter', 'markdown=report.md'],
    }
  }

/** Runs `report` on a genuine record in which all events of a type are altered. */
const altered = (type: string, alter: (event: Event) => unknown): Foreign['given'] =>
  record(async () => {
    const lines = (await recordedRun())['events.ndjson'].toString().trimEnd().split('\n')
    const events = lines.map((line): Event => JSON.parse(line))
    return events.map((event) => `${JSON.stringify(event.type === type ? alter(event) : event)}\n`).join('')
  })

const answering = (body: string): Foreign['given'] =>
  altered('exchange', (event) => ({ ...event, response: { status: 200, headers: {}, body } }))

const noRecord = 'It is no record of a run.'
const asRecorded = 'Reports are written of whatever verdicts the record gives.'

export const records: readonly Foreign[] = [
  {
    name: 'the record of a run that failed',
    exits: 0,
    why: asRecorded,
    given: altered('', (event) => event),
  },
  {
    name: 'a record of one line of 50 MB',
    exits: 2,
    why: noRecord,
    given: record(() => 'x'.repeat(50_000_000)),
  },
  {
    name: 'a record of a million empty objects',
    exits: 2,
    why: noRecord,
    given: record(() => '{}\n'.repeat(1_000_000)),
  },
  { name: 'a record of nulls', exits: 2, why: noRecord, given: record(() => 'null\n'.repeat(1000)) },
  { name: 'a record nested 100,000 deep', exits: 2, why: noRecord, given: record(() => `${deepJson}\n`) },
  { name: 'a record of 60,000 keys', exits: 2, why: noRecord, given: record(() => `${manyKeys(60_000)}\n`) },
  {
    name: 'a record of a run whose profile is a path',
    exits: 2,
    why: 'A profile is looked up.',
    given: altered('run', (event) => ({ ...event, profile: '../../package' })),
  },
  {
    name: 'a record whose checks are called __proto__',
    exits: 0,
    why: asRecorded,
    given: altered('verdict', (event) => ({ ...event, check: '__proto__' })),
  },
  {
    name: 'a record of nulls after its beginning',
    exits: 2,
    why: noRecord,
    given: altered('exchange', () => null),
  },
  {
    name: 'a record of exchanges without requests',
    exits: 2,
    why: noRecord,
    given: altered('exchange', ({ request: _, ...event }) => event),
  },
  {
    name: 'a record of verdicts of numbers',
    exits: 2,
    why: noRecord,
    given: altered('verdict', (event) => ({ ...event, verdict: 7 })),
  },
  {
    name: 'a record of observations of objects',
    exits: 2,
    why: noRecord,
    given: altered('observation', (event) => ({ ...event, want: {}, got: [] })),
  },
  {
    name: 'a record with HTML and terminal sequences',
    exits: 0,
    why: asRecorded,
    given: altered('verdict', (event) => ({ ...event, check: attack + escapes })),
  },
  {
    name: 'a record with answers nested 100,000 deep',
    exits: 0,
    why: asRecorded,
    given: answering(deepJson),
  },
  {
    name: 'a record with answers of 60,000 keys',
    exits: 0,
    why: asRecorded,
    given: answering(manyKeys(60_000)),
  },
]
