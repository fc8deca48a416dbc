// What the checks are worth, spec/worth.json: the order in which a run with --max-requests chooses them, by reports/kill-matrix.json,
// and how much a quick run notices.
//   npm run worth                 both of the following, one after the other
//   npm run worth:order           measures the requests of each part of each check, tries which known faults of a MUST it
//                                 notices, and orders the parts
//   npm run worth:quick           tries the quick runs on the known faults of a MUST; `node dist/scripts/worth.js --sample`
//                                 tries a tenth of them, as `selftest --quick` draws them
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allFaults } from '../mock/faults/index.ts'
import { quickRequests } from '../src/app/defaults.ts'
import { inThisProcess } from '../src/app/environment.ts'
import { createFaultRunner } from '../src/app/selftest/fault-runner.ts'
import { serveInProcess } from '../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { type CheckPart, loadWorth, type QuickWorth, type Worth } from '../src/catalogue/worth.ts'
import type { RunEvent } from '../src/core/events.ts'
import type { Json } from '../src/core/json.ts'
import { fewestRuns, requestsPerPayment } from '../src/run/plan/budget.ts'
import { bestFirst, partKey } from '../src/selftest/best-first.ts'
import type { Matrix } from '../src/selftest/matrix.ts'
import { type PartShown, watchParts } from '../src/selftest/noticing.ts'
import { recordIn } from '../src/selftest/record-text.ts'
import { type RunChecksOptions, runChecks } from '../src/selftest/run-checks.ts'
import { loadSuite } from '../suites/load.ts'

const file = 'spec/worth.json'
const profiles = ['interface', 'open-payments-1.3'] as const
type Profile = (typeof profiles)[number]
const isGiven = (option: string): boolean => process.argv.includes(option)
const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))
const suite = await loadSuite()
const clock = inThisProcess({ signal: new AbortController().signal })

/** A run against the strict mock. */
interface StrictRun {
  /** The number of requests of each check, by operation. */
  sent: Map<string, Map<string, number>>
  /** The parts of checks that showed something. */
  shown: PartShown[]
  /** The places of the parts that were chosen from spec/worth.json. */
  chosen: readonly number[]
}

const runStrictly = async (
  profile: Profile,
  options: Pick<RunChecksOptions, 'maxRequests' | 'plainly'>,
): Promise<StrictRun> => {
  const sent = new Map<string, Map<string, number>>()
  const { see, parts } = watchParts()
  const watch = (event: RunEvent): void => {
    see(event)
    if (event.type !== 'exchange') return
    const own = sent.get(event.check) ?? new Map<string, number>()
    sent.set(event.check, own.set(event.operation ?? '', (own.get(event.operation ?? '') ?? 0) + 1))
  }
  const { parts: chosen } = await serveInProcess(
    { profile, faults: [] },
    (error) => {
      throw error
    },
    (served) =>
      runChecks({ suite, catalogue: loadCatalogue(profile) }, served, {
        only: [],
        seed: 1,
        runs: 10,
        watch,
        ...options,
      }),
  )
  return { sent, chosen, shown: parts('held').filter(({ check }) => sent.has(check)) }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)

/**
 * Every part of every check, and the whole checks, each with the requests that it sends to the strict mock. The start is
 * part of every run, so it is no choice.
 */
const partsIn = ({ sent, shown }: StrictRun): Record<'parts' | 'whole', CheckPart[]> => {
  const parts = shown
    .filter(({ check }) => check !== suite.start.id)
    .map((part): CheckPart => {
      const { check, subject, given } = part
      const own = sent.get(check)
      const total = (subject === undefined ? undefined : own?.get(subject)) ?? sum(own?.values() ?? [])
      const values = shown.filter(
        (one) => one.check === check && one.subject === subject && one.given !== undefined,
      )
      const requests = given === undefined ? total : total / values.length
      return {
        ...(part as Omit<CheckPart, 'requests'>),
        requests: Math.max(1, Math.round(10 * requests) / 10),
      }
    })
  const whole = [...sent].map(([check, own]): CheckPart => ({ check, requests: sum(own.values()) }))
  return { parts, whole }
}

const ordered = async (): Promise<CheckPart[]> => {
  const noticed: Array<Set<string>> = []
  const parts = new Map<string, CheckPart>()
  const whole = new Map<string, CheckPart>()
  for (const profile of profiles) {
    const found = partsIn(await runStrictly(profile, { plainly: true }))
    // Where the profiles differ, the larger number counts, so that a selection keeps to its budget under both.
    for (const [all, some] of [
      [parts, found.parts],
      [whole, found.whole],
    ] as const)
      for (const part of some)
        if ((all.get(partKey(part))?.requests ?? 0) < part.requests) all.set(partKey(part), part)
    const cost = new Map(found.whole.map(({ check, requests }) => [check, requests]))
    const keys = await noticedIn(profile, cost)
    noticed.push(...keys.filter((some) => !some.has(partKey({ check: suite.start.id }))))
  }
  return bestFirst(noticed, [...parts.values(), ...whole.values()], [...whole.values()], priceOf)
}

const paying = new Map(suite.checks.map(({ id, cost }) => [id, cost(fewestRuns).payments]))

/** A payment is as dear as the requests that a run must send to be allowed one more. Batches share their payments. */
const priceOf = ({ check, requests }: CheckPart): number =>
  requests + requestsPerPayment * (paying.get(check) ?? 0)

/** The most checks that a fault is tried on. The cheapest of those that notice it are chosen. */
const mostChecks = 12

/** Tries the known faults of a MUST on the checks that notice them. Returns the keys of the parts that notice each. */
const noticedIn = async (
  profile: Profile,
  cost: ReadonlyMap<string, number>,
): Promise<Array<Set<string>>> => {
  const { partsNoticing } = await createFaultRunner({ profile, seed: 1, runs: 10, plainly: true }, clock)
  const known = new Set(allFaults(profile).map(({ id }) => id))
  const other = new Set(profile === profiles[0] ? [] : allFaults(profiles[0]).map(({ id }) => id))
  const wanted = rows.filter(
    ({ id, level, outcome }) => level === 'MUST' && outcome === 'killed' && known.has(id) && !other.has(id),
  )
  const noticed: Array<Set<string>> = []
  for (const { id, killedBy } of wanted) {
    const active = killedBy.filter((check) => cost.has(check))
    active.sort((one, two) => (cost.get(one) ?? 0) - (cost.get(two) ?? 0))
    const parts = await partsNoticing(id, active.length > 0 ? active.slice(0, mostChecks) : killedBy)
    noticed.push(new Set(parts.flatMap(keysOf)))
    process.stderr.write(`\r${noticed.length} of ${wanted.length}`)
  }
  return noticed
}

/** Returns the keys of a part and of all that contain it. */
const keysOf = ({ check, subject, given }: PartShown): string[] => [
  partKey({ check }),
  ...(subject === undefined ? [] : [partKey({ check, subject })]),
  partKey({ check, subject, given: given as Json }),
]

const measured = async (profile: Profile): Promise<QuickWorth> => {
  const { sent, chosen } = await runStrictly(profile, { maxRequests: quickRequests })
  const folder = mkdtempSync(join(tmpdir(), 'op-worth-'))
  try {
    const made = join(folder, 'matrix.json')
    const sample = isGiven('--sample') ? ['--quick'] : []
    const options = ['--max-requests', String(quickRequests), '--profile', profile, ...sample]
    const args = [
      'dist/src/cli/main.js',
      'selftest',
      ...options,
      '--reporter',
      'text',
      '--reporter',
      `json=${made}`,
    ]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0 && status !== 1) throw new Error(`selftest ended with ${status}`)
    const { rows: tried }: Matrix = JSON.parse(readFileSync(made, 'utf8'))
    const musts = tried.filter(({ level, outcome }) => level === 'MUST' && outcome !== 'equivalent')
    return {
      profile,
      parts: chosen,
      requests: sum([...sent.values()].flatMap((own) => [...own.values()])),
      faults: musts.length,
      noticed: musts.filter(({ outcome }) => outcome === 'killed').length,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const write = (worth: Worth): void => writeFileSync(file, JSON.stringify(worth))

if (isGiven('--order')) write({ ...loadWorth(), parts: await ordered() })
else {
  const measuredSoFar = new Map(loadWorth().quick.map((one) => [one.profile, one]))
  // Each profile is written when it is measured, so that an interrupted run keeps the first.
  for (const profile of profiles) {
    measuredSoFar.set(profile, await measured(profile))
    write({ ...loadWorth(), quick: [...measuredSoFar.values()] })
  }
}
