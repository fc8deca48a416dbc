// What the checks are worth, spec/worth.json: for each profile, the order in which a run with --max-requests chooses their
// parts, and how much a quick run notices.
//   npm run worth                 both of the following, one after the other
//   npm run worth:order           measures the requests of each part of each check, tries which known faults of a MUST it
//                                 notices, and orders the parts
//   npm run worth:quick           tries the quick runs on the known faults of a MUST; `node dist/scripts/worth.js --sample`
//                                 tries a tenth of them, as `selftest --quick` draws them
// `worth:order` takes long. With `--noticed FILE`, it writes a line for each fault that it has tried to FILE, and goes on
// from there if it was interrupted.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allFaults } from '../mock/faults/index.ts'
import { quickRequests } from '../src/app/defaults.ts'
import { inThisProcess } from '../src/app/environment.ts'
import { createFaultRunner } from '../src/app/selftest/fault-runner.ts'
import { serveInProcess } from '../src/app/selftest/mocks.ts'
import { type SelftestInput, selftestInput } from '../src/app/selftest/selftest-input.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { type CheckPart, loadWorth, type QuickWorth, type Worth } from '../src/catalogue/worth.ts'
import type { ExchangeEvent, ObservationEvent, RunEvent } from '../src/core/events.ts'
import { fewestRuns, isFree, planned, requestsPerPayment } from '../src/run/plan/budget.ts'
import { bestFirst, partKey } from '../src/selftest/best-first.ts'
import type { Matrix } from '../src/selftest/matrix.ts'
import { type PartShown, watchParts } from '../src/selftest/noticing.ts'
import { choosable, costsIn, type SeenRun, sentBeside } from '../src/selftest/part-costs.ts'
import { planSelftest } from '../src/selftest/plan.ts'
import { recordIn } from '../src/selftest/record-text.ts'
import { type RunChecksOptions, runChecks } from '../src/selftest/run-checks.ts'
import { loadSuite } from '../suites/load.ts'

const file = 'spec/worth.json'
const profiles = ['interface', 'open-payments-1.3'] as const
type Profile = (typeof profiles)[number]
const { values: options } = parseArgs({
  options: {
    order: { type: 'boolean' },
    sample: { type: 'boolean' },
    noticed: { type: 'string' },
  },
})
const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))
const suite = await loadSuite()
const clock = inThisProcess({ signal: new AbortController().signal })

const runStrictly = async (
  profile: Profile,
  how: Pick<RunChecksOptions, 'maxRequests' | 'plainly' | 'worth'>,
): Promise<SeenRun> => {
  const exchanges: ExchangeEvent[] = []
  const observed = new Map<number, ObservationEvent>()
  const { see, parts } = watchParts()
  const watch = (event: RunEvent): void => {
    see(event)
    if (event.type === 'exchange') exchanges.push(event)
    if (event.type === 'observation' && event.exchange !== undefined && !event.derived)
      observed.set(event.exchange, event)
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
        ...how,
      }),
  )
  return { exchanges, observed, chosen, shown: parts('held') }
}

/** The most quick runs that show what the checks send. Each may choose other parts than the one before. */
const mostRounds = 8

/**
 * Orders the parts of the checks. A quick run that sends more than it may shows which checks send more than their chosen
 * parts were counted for. What they send beside is then counted as shared, and the parts are ordered again.
 */
const ordered = async (profile: Profile): Promise<CheckPart[]> => {
  const { parts, whole, shared: controls } = costsIn(await runStrictly(profile, { plainly: true }), suite)
  const shared = new Map(controls)
  const noticed = await noticedIn(profile, new Map(whole.map(({ check, requests }) => [check, requests])))
  const open = noticed.filter((keys) => !keys.has(partKey({ check: suite.start.id })))
  let best: CheckPart[] = []
  for (let round = 0; round < mostRounds; round++) {
    best = bestFirst(open, [...parts, ...whole], whole, { shared, payments })
    const run = await runStrictly(profile, { maxRequests: quickRequests, worth: { profile, parts: best } })
    if (run.exchanges.length <= planned * quickRequests) break
    for (const [key, count] of sentBeside(run, best)) shared.set(key, (shared.get(key) ?? 0) + count)
  }
  return best
}

/** A payment is as dear as the requests that a run must send to be allowed one more. Batches share their payments. */
const payments = (part: CheckPart): number => {
  const check = suite.checks.find(({ id }) => id === part.check)
  return check && !isFree(check, part) ? requestsPerPayment * check.cost(fewestRuns).payments : 0
}

/** The most checks that a fault is tried on at first. The cheapest of those that notice it are chosen. */
const mostChecks = 6

/** Returns the checks that are likely to notice a fault, the likeliest first, and all that may notice it. */
const checksFor = (
  { id, breaks }: SelftestInput['faults'][number],
  { detecting, checks }: SelftestInput,
  cost: ReadonlyMap<string, number>,
): { likely: string[]; all: string[] } => {
  const byCost = (ids: readonly string[]): string[] =>
    ids.filter((check) => cost.has(check)).sort((one, two) => (cost.get(one) ?? 0) - (cost.get(two) ?? 0))
  const known = [...(rows.find((row) => row.id === id)?.killedBy ?? []), ...(detecting.get(id) ?? [])]
  const { contradicts = [] } = mockFaults.get(id) ?? {}
  const citing = checks.filter(({ claims }) => claims.some((one) => [breaks, ...contradicts].includes(one)))
  const all = [...known, ...citing.map((check) => check.id)].filter((check) => check !== suite.start.id)
  const likely = [...new Set([...byCost(known), ...byCost(all)])].slice(0, mostChecks)
  return { likely, all: [...new Set(all)] }
}

const mockFaults = new Map(
  profiles.flatMap((profile) => allFaults(profile).map((fault) => [fault.id, fault])),
)

/** A fault that was tried, and the parts of checks that noticed it. */
interface TriedFault {
  profile: Profile
  id: string
  parts: PartShown[]
}

/** Tries the known faults of a MUST on the checks that notice them. Returns the keys of the parts that notice each. */
const noticedIn = async (
  profile: Profile,
  cost: ReadonlyMap<string, number>,
): Promise<Array<Set<string>>> => {
  const { partsNoticing } = await createFaultRunner({ profile, seed: 1, runs: 10, plainly: true }, clock)
  const input = await selftestInput([], profile)
  const wanted = planSelftest({ fault: [], only: [], quick: false, seed: 1 }, input).faults.filter(
    ({ breaks, equivalent }) => !equivalent && input.catalogue.get(breaks)?.level === 'MUST',
  )
  const tried = new Map(triedBefore(profile).map((one) => [one.id, one.parts]))
  const noticed: Array<Set<string>> = []
  for (const fault of wanted) {
    const { id } = fault
    const { likely, all } = checksFor(fault, input, cost)
    const tryNow = async (): Promise<PartShown[]> => {
      const parts = likely.length > 0 ? await partsNoticing(id, likely) : []
      return parts.length > 0 || all.length === 0 ? parts : partsNoticing(id, all)
    }
    const parts = tried.get(id) ?? (await tryNow())
    if (options.noticed && !tried.has(id))
      appendFileSync(options.noticed, `${JSON.stringify({ profile, id, parts })}\n`)
    noticed.push(new Set(parts.flatMap(keysOf)))
    process.stderr.write(`\r${profile}: ${noticed.length} of ${wanted.length}`)
  }
  return noticed
}

const triedBefore = (profile: Profile): TriedFault[] => {
  if (!options.noticed || !existsSync(options.noticed)) return []
  const lines = readFileSync(options.noticed, 'utf8').split('\n')
  const tried = lines.flatMap((line): TriedFault[] => (line === '' ? [] : [JSON.parse(line)]))
  return tried.filter((one) => one.profile === profile)
}

/** Returns the keys of a part and of all that contain it. */
const keysOf = (shown: PartShown): string[] => {
  const { check, subject, given } = choosable(shown, suite)
  return [{ check }, { check, subject }, { check, subject, given }].map(partKey)
}

const measured = async (profile: Profile): Promise<QuickWorth> => {
  const { exchanges, chosen } = await runStrictly(profile, { maxRequests: quickRequests })
  const folder = mkdtempSync(join(tmpdir(), 'op-worth-'))
  try {
    const made = join(folder, 'matrix.json')
    const sample = options.sample ? ['--quick'] : []
    const args = [
      ...['dist/src/cli/main.js', 'selftest'],
      ...['--max-requests', String(quickRequests), '--profile', profile, ...sample],
      ...['--reporter', 'text', '--reporter', `json=${made}`],
    ]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0 && status !== 1) throw new Error(`selftest ended with ${status}`)
    const { rows: tried }: Matrix = JSON.parse(readFileSync(made, 'utf8'))
    const musts = tried.filter(({ level, outcome }) => level === 'MUST' && outcome !== 'equivalent')
    return {
      parts: chosen,
      requests: exchanges.length,
      faults: musts.length,
      noticed: musts.filter(({ outcome }) => outcome === 'killed').length,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the worth of one profile, so that an interrupted run keeps what was measured before. */
const write = (worth: Worth): void => {
  const before: Worth[] = JSON.parse(readFileSync(file, 'utf8'))
  const others = before.filter(({ profile }) => profile !== worth.profile)
  writeFileSync(file, JSON.stringify([...others, worth]))
}

for (const profile of profiles) {
  // What was measured of an earlier order says nothing about a new one.
  if (options.order) write({ profile, parts: await ordered(profile) })
  else write({ ...loadWorth(profile), quick: await measured(profile) })
}
