// What the checks are worth, spec/worth.json: the order in which a run with --max-requests chooses them, by reports/kill-matrix.json,
// and how much a quick run notices.
//   npm run worth                 both of the following, one after the other
//   npm run worth:order           measures the requests of each check, and orders the checks
//   npm run worth:quick           tries the quick runs on the known faults of a MUST; `node dist/scripts/worth.js --sample`
//                                 tries a tenth of them, as `selftest --quick` draws them
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickRequests } from '../src/app/defaults.ts'
import { serveInProcess } from '../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { loadWorth, type QuickWorth, type Worth } from '../src/catalogue/worth.ts'
import type { RunEvent } from '../src/core/events.ts'
import { bestFirst } from '../src/selftest/best-first.ts'
import type { Matrix } from '../src/selftest/matrix.ts'
import { recordIn } from '../src/selftest/record-text.ts'
import { type RunChecksOptions, runChecks } from '../src/selftest/run-checks.ts'
import { loadSuite } from '../suites/load.ts'

const file = 'spec/worth.json'
const profiles = ['interface', 'open-payments-1.3'] as const
type Profile = (typeof profiles)[number]
const isGiven = (option: string): boolean => process.argv.includes(option)
const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))
const suite = await loadSuite()

/** Returns the number of requests that each check sends to the strict mock. */
const requestsIn = async (
  profile: Profile,
  options: Pick<RunChecksOptions, 'maxRequests' | 'worth'>,
): Promise<Map<string, number>> => {
  const sent = new Map<string, number>()
  const watch = (event: RunEvent): void => {
    if (event.type === 'plan') for (const { id, passive } of event.checks) if (!passive) sent.set(id, 0)
    if (event.type === 'exchange') sent.set(event.check, (sent.get(event.check) ?? 0) + 1)
  }
  await serveInProcess(
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
  return sent
}

/** A limit that no whole run keeps, so that the checks are tried in the simplest circumstances, with few values. */
const plain = 5000

const ordered = async (): Promise<Worth['checks']> => {
  const ids = [suite.start, ...suite.checks].map(({ id }) => id)
  const worth: Worth = { checks: ids.map((check) => ({ check, requests: 0 })), quick: [] }
  const all = await Promise.all(profiles.map((one) => requestsIn(one, { maxRequests: plain, worth })))
  const requests = new Map<string, number>()
  // Where the profiles differ, the larger number counts, so that a selection keeps to its budget under both.
  for (const [id, count] of all.flatMap((sent) => [...sent]))
    requests.set(id, Math.max(requests.get(id) ?? 1, count))
  return bestFirst(
    rows.filter(({ level, outcome }) => level === 'MUST' && outcome === 'killed'),
    requests,
  )
}

const measured = async (profile: Profile): Promise<QuickWorth> => {
  const sent = await requestsIn(profile, { maxRequests: quickRequests })
  const folder = mkdtempSync(join(tmpdir(), 'op-worth-'))
  try {
    const made = join(folder, 'matrix.json')
    const sample = isGiven('--sample') ? ['--quick'] : []
    const options = ['--max-requests', String(quickRequests), '--profile', profile, ...sample]
    const args = ['dist/src/cli/main.js', 'selftest', ...options, '--reporter', `json=${made}`]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0 && status !== 1) throw new Error(`selftest ended with ${status}`)
    const { rows: tried }: Matrix = JSON.parse(readFileSync(made, 'utf8'))
    const musts = tried.filter(({ level, outcome }) => level === 'MUST' && outcome !== 'equivalent')
    return {
      profile,
      checks: [...sent].flatMap(([id]) => (id.startsWith('start/') ? [] : [id])),
      requests: [...sent.values()].reduce((sum, one) => sum + one, 0),
      faults: musts.length,
      noticed: musts.filter(({ outcome }) => outcome === 'killed').length,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const write = (worth: Worth): void => writeFileSync(file, JSON.stringify(worth))

if (isGiven('--order')) write({ ...loadWorth(), checks: await ordered() })
else {
  const quick: QuickWorth[] = []
  for (const profile of profiles) quick.push(await measured(profile))
  write({ ...loadWorth(), quick })
}
