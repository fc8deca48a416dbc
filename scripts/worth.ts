// This script measures what the checks are worth, and writes spec/worth.json: for each profile, the order in which a run
// with --max-requests chooses their parts, and how much a quick run notices.
//   npm run worth                 the first two of the following, one after the other
//   npm run worth:order           measures the requests of each part of each check, tries which known faults of a MUST it
//                                 notices, and orders the parts
//   npm run worth:quick           tries the quick runs on the known faults of a MUST; `node dist/scripts/worth.js --sample`
//                                 tries a tenth of them, as `selftest --quick` draws them
//   npm run worth:whole           counts the requests of a whole run, as worth:order does at its end
// `worth:order` takes long. With `--noticed FILE`, it writes a line for each fault that it has tried to FILE, and goes on
// from there if it was interrupted.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { allFaults } from '../mock/faults/index.ts'
import { defaultRuns, quickRequests } from '../src/app/defaults.ts'
import { inThisProcess } from '../src/app/environment.ts'
import { createFaultRunner } from '../src/app/selftest/fault-runner.ts'
import { serveInProcess } from '../src/app/selftest/mocks.ts'
import { type SelftestInput, selftestInput } from '../src/app/selftest/selftest-input.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import {
  type CheckPart,
  loadWorth,
  type QuickWorth,
  type WholeRun,
  type Worth,
} from '../src/catalogue/worth.ts'
import { batchSize } from '../src/check/kinds/batched.ts'
import type { ExchangeEvent, ObservationEvent, RunEvent } from '../src/core/events.ts'
import { fewestRuns, planned } from '../src/run/plan/budget.ts'
import { type PartShown, watchParts } from '../src/selftest/noticing.ts'
import {
  bestFirst,
  choosable,
  corrected,
  costsIn,
  type KnownCosts,
  partKey,
  type SeenRun,
  type TriedAlone,
  withTriedAlone,
} from '../src/selftest/part-costs.ts'
import { planSelftest } from '../src/selftest/plan.ts'
import { recordIn } from '../src/selftest/record/record-text.ts'
import { type RunChecksOptions, runChecks } from '../src/selftest/run-checks.ts'
import { loadSuite } from '../suites/load.ts'
import { selftest } from './selftest.ts'

const file = 'spec/worth.json'
const profiles = ['interface', 'open-payments-1.3'] as const
type Profile = (typeof profiles)[number]
const { values: options } = parseArgs({
  options: {
    order: { type: 'boolean' },
    whole: { type: 'boolean' },
    sample: { type: 'boolean' },
    noticed: { type: 'string' },
  },
})
const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))
const suite = await loadSuite()
const clock = inThisProcess({ signal: new AbortController().signal })

const runStrictly = async (
  profile: Profile,
  how: Partial<Pick<RunChecksOptions, 'runs' | 'only' | 'place' | 'maxRequests' | 'plainly' | 'worth'>>,
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

/** The price of a payment, in requests. A quick run notices less if it is 25 or more, because payments are then left over. */
const price = 3

/** The number of quick runs that show what the checks send. Each may choose other parts than the one before. */
const rounds = 6

/**
 * Orders the parts of the checks. The quick run by that order shows what its parts really send, and the parts are ordered
 * again. Returns the order by which a quick run that keeps to its limit notices most.
 */
const ordered = async (profile: Profile): Promise<CheckPart[]> => {
  const { open, costs } = await knownOf(profile)
  let best: { order: CheckPart[]; missed: number } = { order: [], missed: Number.POSITIVE_INFINITY }
  let known = costs
  for (let round = 0; round < rounds; round++) {
    const { parts, whole, shared } = known
    const order = bestFirst(open, [...parts, ...whole], whole, { shared, payments })
    const run = await runStrictly(profile, { maxRequests: quickRequests, worth: { profile, parts: order } })
    const chosen = new Set(run.chosen.flatMap((at) => (order[at] ? [partKey(order[at])] : [])))
    const missed = open.filter((keys) => ![...keys].some((key) => chosen.has(key))).length
    process.stderr.write(`\n${profile}: ${run.exchanges.length} requests, ${missed} missed\n`)
    if (run.exchanges.length <= planned * quickRequests && missed < best.missed) best = { order, missed }
    known = corrected(known, run, order, suite)
  }
  return best.order
}

/** Returns what the parts of the checks cost, and for each fault that the start does not notice the parts that do. */
const knownOf = async (profile: Profile): Promise<{ open: Array<Set<string>>; costs: KnownCosts }> => {
  const found = costsIn(await runStrictly(profile, { plainly: true }), suite)
  const cost = new Map(found.whole.map(({ check, requests }) => [check, requests]))
  const noticed = (await noticedIn(profile, cost)).filter(
    (parts) => !parts.some(({ check }) => check === suite.start.id),
  )
  const known = withTriedAlone(found, await triedAlone(profile, noticed.flat(), found))
  return {
    open: noticed.map((parts) => new Set(parts.flatMap(keysOf))),
    costs: { ...known, parts: known.parts.map(withPayments) },
  }
}

/**
 * Tries each value by itself whose cost does not follow from a run of all: those of scenarios, and those that only a fault
 * brings about, because shrinking has found them.
 */
const triedAlone = async (
  profile: Profile,
  noticing: readonly PartShown[],
  { parts }: KnownCosts,
): Promise<TriedAlone[]> => {
  const seen = new Set(parts.map(partKey))
  const choices = noticing.map((part) => choosable(part, suite)).filter(({ given }) => given !== undefined)
  const known = [...new Map(choices.map((part) => [partKey(part), part])).values()]
  const alone: TriedAlone[] = []
  for (const part of known.filter((one) => !hasSubjects.has(one.check) || !seen.has(partKey(one)))) {
    const { check, subject, given } = part
    const place = { ...(subject === undefined ? {} : { subject }), given }
    const run = await runStrictly(profile, { only: [check], plainly: true, place })
    const own = run.exchanges.filter((one) => one.check === check)
    const paying = own.filter(
      ({ operation, response }) => operation === 'create-outgoing-payment' && response?.status === 201,
    )
    if (own.length > 0) alone.push({ part, requests: own.length, payments: paying.length })
    process.stderr.write(`\r${profile}: ${alone.length} values`)
  }
  return alone
}

const hasSubjects = new Set(suite.checks.filter(({ subjects }) => subjects.length > 0).map(({ id }) => id))

const withPayments = (part: CheckPart): CheckPart => {
  const payments = Math.floor(paymentsOf(part))
  return payments > 0 ? { ...part, payments } : part
}

const payments = (part: CheckPart): number => price * paymentsOf(part)

/** Returns how many payments a part makes. The invalid payments of a batch share its closing payment. */
const paymentsOf = ({ check: id, subject, given, payments }: CheckPart): number => {
  const check = suite.checks.find((one) => one.id === id)
  if (!check) return 0
  const own = check.subjects.find(({ operation }) => operation === subject)
  if (own && !own.pays) return 0
  const isBatched = check.batched.some((one) => one.subject.pays)
  if (isBatched) return 1 / batchSize
  const isTriedAlone = given !== undefined && !own
  return payments ?? (isTriedAlone ? 0 : check.cost(fewestRuns).payments)
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

interface TriedFault {
  profile: Profile
  id: string
  parts: PartShown[]
}

/** Tries the known faults of a MUST on the checks that notice them. Returns the parts that notice each. */
const noticedIn = async (profile: Profile, cost: ReadonlyMap<string, number>): Promise<PartShown[][]> => {
  const { partsNoticing } = await createFaultRunner({ profile, seed: 1, runs: 10, plainly: true }, clock)
  const input = await selftestInput([], profile)
  const wanted = planSelftest({ fault: [], only: [], quick: false, seed: 1 }, input).faults.filter(
    ({ breaks, equivalent }) => !equivalent && input.catalogue.get(breaks)?.level === 'MUST',
  )
  const tried = new Map(triedBefore(profile).map((one) => [one.id, one.parts]))
  const noticed: PartShown[][] = []
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
    noticed.push(parts)
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
  const budget = ['--max-requests', String(quickRequests), '--profile', profile]
  const sample = options.sample ? ['--quick'] : []
  const { rows: tried } = selftest(...budget, ...sample, '--reporter', 'text')
  const musts = tried.filter(({ level, outcome }) => level === 'MUST' && outcome !== 'equivalent')
  return {
    parts: chosen,
    requests: exchanges.length,
    faults: musts.length,
    noticed: musts.filter(({ outcome }) => outcome === 'killed').length,
  }
}

const wholeOf = async (profile: Profile): Promise<WholeRun> => {
  const { exchanges } = await runStrictly(profile, { runs: defaultRuns })
  return { requests: exchanges.length, runs: defaultRuns }
}

/** Writes the worth of one profile, so that an interrupted run keeps what was measured before. */
const write = (worth: Worth): void => {
  const before: Worth[] = JSON.parse(readFileSync(file, 'utf8'))
  const others = before.filter(({ profile }) => profile !== worth.profile)
  writeFileSync(file, JSON.stringify([...others, worth]))
}

for (const profile of profiles) {
  // Figures of an earlier order say nothing about a new one.
  if (options.order) write({ profile, parts: await ordered(profile), whole: await wholeOf(profile) })
  else if (options.whole) write({ ...loadWorth(profile), whole: await wholeOf(profile) })
  else write({ ...loadWorth(profile), quick: await measured(profile) })
}
