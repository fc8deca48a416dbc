// Prints the server's treatment of every altered signature and digest by operation. `npm run tamper-matrix` tests the
// mock and the server in examples/, `npm run tamper-matrix -- FILE …` the servers of these target files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObservationEvent, RunEvent } from '../src/core/events.ts'

const topics = [
  'signatures',
  'signing-keys',
  'tampering',
  'content-digest',
  'signed-forms',
  'signature-notes',
]
const operations: Readonly<Record<string, string>> = {
  'create-quote': 'quote',
  'create-outgoing-payment': 'pay',
  'get-quote': 'get q',
  'get-incoming-payment': 'get in',
  'list-outgoing-payments': 'list out',
  'list-incoming-payments': 'list in',
}
const servers: ReadonlyArray<readonly [name: string, path: string, ...args: string[]]> = [
  ['mock', 'src/cli/main.js', 'mock'],
  ['minimal-server', 'examples/minimal-server/main.js'],
]

const node = (path: string, args: readonly string[], stdout: 'pipe' | 'ignore') =>
  spawn(process.execPath, [join('dist', path), ...args], { stdio: ['ignore', stdout, 'inherit'] })

/** Judges the server of a target file by the topics of signatures alone. Returns the events of that run. */
const eventsOf = async (target: string, folder: string): Promise<RunEvent[]> => {
  const out = mkdtempSync(join(folder, 'run-'))
  const only = topics.flatMap((topic) => ['--only', topic])
  const [code] = await once(node('src/cli/main.js', ['run', target, '--out', out, ...only], 'ignore'), 'exit')
  if (code !== 0 && code !== 1) throw new Error(`the run of ${target} ended with ${code}`)
  const lines = readFileSync(join(out, 'events.ndjson'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** Observations of altered requests, without those whose controls did not hold. */
const observationsIn = (events: readonly RunEvent[]): ObservationEvent[] => {
  const seen = events
    .filter((event) => event.type === 'observation')
    .filter(({ check, repeat }) => !repeat && topics.includes(check.split('/')[0] ?? ''))
  const batch = ({ check, control, behind }: ObservationEvent): string => `${check} ${control ?? behind}`
  const unheld = new Set(
    seen.filter(({ control, outcome }) => control !== undefined && outcome !== 'held').map(batch),
  )
  return seen.filter((each) => each.control === undefined && !each.derived && !unheld.has(batch(each)))
}

const weight = ['held', 'noted', 'broken']

/** The weightiest observation of each operation in a row. */
type Cells = Map<string, ObservationEvent>

const cellsOf = (observations: readonly ObservationEvent[]): Map<string, Cells> => {
  const rows = new Map<string, Cells>()
  for (const observation of observations) {
    const { check, given, subject = '', outcome } = observation
    const row =
      given === undefined ? check : `${check}  ${typeof given === 'string' ? given : JSON.stringify(given)}`
    const cells = rows.get(row) ?? new Map<string, ObservationEvent>()
    rows.set(row, cells)
    const before = cells.get(subject)
    if (!before || weight.indexOf(outcome) > weight.indexOf(before.outcome)) cells.set(subject, observation)
  }
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const verdictOf = (observation: ObservationEvent | undefined): string => {
  if (!observation) return ''
  const { outcome, got } = observation
  return outcome === 'noted' ? got.replace('status ', '') : outcome
}

const tableOf = (rows: ReadonlyMap<string, Cells>): string[] => {
  const width = Math.max(...[...rows.keys()].map((row) => row.length))
  const line = (row: string, cells: readonly string[]): string =>
    [row.padEnd(width), ...cells.map((cell) => cell.padEnd(8))].join('  ').trimEnd()
  return [
    line('', Object.values(operations)),
    ...[...rows].map(([row, cells]) =>
      line(
        row,
        Object.keys(operations).map((operation) => verdictOf(cells.get(operation))),
      ),
    ),
  ]
}

type Counts = Record<ObservationEvent['outcome'], number>

const countsOf = (observations: readonly ObservationEvent[]): Array<[string, Counts]> => {
  const counts = new Map<string, Counts>()
  for (const { requirement = '', outcome } of observations) {
    const count = counts.get(requirement) ?? { held: 0, noted: 0, broken: 0 }
    counts.set(requirement, { ...count, [outcome]: count[outcome] + 1 })
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

const print = (name: string, observations: readonly ObservationEvent[]): void => {
  const rows = cellsOf(observations)
  const cells = [...rows.values()].reduce((all, { size }) => all + size, 0)
  const checks = new Set(observations.map(({ check }) => check)).size
  console.log(`\n${name}: ${checks} checks, ${rows.size} cases, ${cells} cells\n`)
  for (const line of tableOf(rows)) console.log(line)
  console.log('\nBy claim (held, noted, broken)\n')
  for (const [requirement, { held, noted, broken }] of countsOf(observations)) {
    console.log(
      `${requirement.padEnd(48)}${[held, noted, broken].map((count) => String(count).padStart(6)).join('')}`,
    )
  }
}

const judged = async (name: string, target: string, folder: string): Promise<void> =>
  print(name, observationsIn(await eventsOf(target, folder)))

/** Starts one of this project's own servers for as long as it takes to judge it. */
const judgeOwn = async ([name, path, ...args]: (typeof servers)[number], folder: string): Promise<void> => {
  const target = join(folder, `${name}.yaml`)
  const server = node(path, [...args, '--port', '0', '--write-target', target], 'pipe')
  try {
    const ended = once(server, 'exit').then(() => undefined)
    if (!(await Promise.race([once(server.stdout ?? server, 'data'), ended])))
      throw new Error(`${name} did not start`)
    await judged(name, target, folder)
  } finally {
    server.kill()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'op-tamper-'))
try {
  const files = process.argv.slice(2)
  for (const file of files) await judged(file, file, folder)
  if (files.length === 0) for (const server of servers) await judgeOwn(server, folder)
} finally {
  rmSync(folder, { recursive: true })
}
