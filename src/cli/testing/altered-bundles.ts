import { seeded } from '../../../mock/core/random.ts'
import type { BundledRun } from '../../app/bundle/statement.ts'
import { statementWith } from './bundles.ts'

/** Picks by a seed, so that a failure can be reproduced. */
export type Pick = <T>(items: readonly T[]) => T

export const pickBy = (seed: number): Pick => {
  const random = seeded(seed)
  return (items) => items[Buffer.from(random(4)).readUInt32BE() % items.length] as (typeof items)[number]
}

/** Returns the statement of a bundle of this run with one alteration, and a name for the alteration. */
export function alteredStatement(run: BundledRun, seed: number): { name: string; payload: Buffer } {
  const pick = pickBy(seed)
  const [name, alter] = pick(alterations)
  return { name: `seed ${seed}: ${name}`, payload: alter(run, pick) }
}

type Alteration = readonly [name: string, alter: (run: BundledRun, pick: Pick) => Buffer]

const alterations: readonly Alteration[] = [
  [
    'a value of the report',
    (run, pick) => withFile(run, 'report.json', (text) => pretty(mutated(JSON.parse(text), pick))),
  ],
  [
    'a value of the report',
    (run, pick) => withFile(run, 'report.json', (text) => pretty(mutated(JSON.parse(text), pick))),
  ],
  [
    'a value of an event',
    (run, pick) => withLine(run, pick, (line) => [JSON.stringify(mutated(JSON.parse(line), pick))]),
  ],
  [
    'a value of an event',
    (run, pick) => withLine(run, pick, (line) => [JSON.stringify(mutated(JSON.parse(line), pick))]),
  ],
  [
    'a value of the run',
    (run, pick) => withHead(run, (line) => JSON.stringify(mutated(JSON.parse(line), pick))),
  ],
  ['an event that is left out', (run, pick) => withLine(run, pick, () => [])],
  ['an event that stands twice', (run, pick) => withLine(run, pick, (line) => [line, line])],
  [
    'a line that is no event',
    (run, pick) => withLine(run, pick, () => [pick(['{}', 'null', '[', '', '{"type":"end"}'])]),
  ],
  [
    'a record that is cut',
    (run, pick) => withFile(run, 'events.ndjson', (text) => text.slice(0, text.length / pick([2, 3, 9]))),
  ],
  [
    'a value of the catalogue',
    (run, pick) => withFile(run, 'catalogue.json', (text) => JSON.stringify(mutated(JSON.parse(text), pick))),
  ],
  [
    'a value of the statement',
    (run, pick) => Buffer.from(JSON.stringify(mutated(JSON.parse(`${statementWith(run)}`), pick))),
  ],
  ['a byte of the statement', (run, pick) => flipped(statementWith(run), pick)],
]

type FileName = keyof BundledRun

const withFile = (run: BundledRun, name: FileName, change: (text: string) => string): Buffer =>
  statementWith({ ...run, [name]: Buffer.from(change(run[name].toString())) })

const withLine = (run: BundledRun, pick: Pick, change: (line: string) => readonly string[]): Buffer =>
  withFile(run, 'events.ndjson', (text) => {
    const lines = text.trimEnd().split('\n')
    const at = pick([...lines.keys()])
    return [...lines.slice(0, at), ...change(lines[at] ?? ''), ...lines.slice(at + 1), ''].join('\n')
  })

const withHead = (run: BundledRun, change: (line: string) => string): Buffer =>
  withFile(run, 'events.ndjson', (text) => text.replace(/^.*/, (line) => change(line)))

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'passed',
  'MUST',
  '../../x',
  '\u001b[2J',
  '__proto__',
  'file:x',
  [],
  {},
  [null],
  { toString: 1 },
  { __proto__: null, length: -1 },
  'x'.repeat(10_000),
  '2020-01-01T00:00:00.000Z',
]

/** Replaces one value somewhere inside, leaves it out or doubles it. */
export const mutated = (value: unknown, pick: Pick): unknown => {
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.keys(value).length === 0 ||
    pick([...Array(6).keys()]) === 0
  )
    return pick(values.filter((other) => JSON.stringify(other) !== JSON.stringify(value)))
  const key = pick(Object.keys(value))
  const inner = Object(value)[key]
  if (Array.isArray(value)) {
    const changed = pick([[], [inner, inner], [mutated(inner, pick)], [mutated(inner, pick)]])
    return [...value.slice(0, Number(key)), ...changed, ...value.slice(Number(key) + 1)]
  }
  const { [key]: _, ...others } = Object(value)
  return pick([true, true, true, false]) ? { ...value, [key]: mutated(inner, pick) } : others
}

const flipped = (bytes: Buffer, pick: Pick): Buffer => {
  const at = Math.floor((bytes.length / 1000) * pick([...Array(1000).keys()]))
  const altered = Buffer.from(bytes)
  altered[at] = bytes.readUInt8(at) ^ pick([1, 2, 4, 8, 16])
  return altered
}
