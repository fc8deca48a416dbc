import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile, withOverrides } from '../../catalogue/profiles.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunEvent } from '../../core/events.ts'
import { judgedAgain } from '../../judge/judge.ts'
import { readReport } from '../../report/read-report.ts'
import type { Suite } from '../../run/suite.ts'
import type { Io } from '../environment.ts'
import { exit } from '../exit.ts'
import { version } from '../version.ts'
import { catalogueOf } from './bundle.ts'
import { bundleKey } from './bundle-key.ts'
import { opened } from './dsse.ts'
import { type BundledFiles, filesIn } from './statement.ts'

/** Checks the signature of a bundle and judges its runs again from their events. Sends nothing. */
export async function verifyBundle(
  file: string,
  { key }: { key: string },
  io: Pick<Io, 'cwd'>,
): Promise<{ text: string; code: number }> {
  const publicKey = await bundleKey(key, 'public', io)
  const text = await readFile(resolve(io.cwd, file), 'latin1').catch(() => {
    throw new ConfigurationError('ERR_BUNDLE_UNREADABLE', `${file}: the file cannot be read; name a bundle`)
  })
  const envelope = opened(text, publicKey)
  const statement = 'refused' in envelope ? envelope : filesIn(envelope.payload)
  if ('refused' in statement) return { text: `refused: ${statement.refused}\n`, code: exit.failed }
  const { loadSuite } = await import('../../../suites/load.ts')
  const suite = await loadSuite()
  const runs = [...new Set(Object.keys(statement.files).map((name) => name.split('/')[0] ?? ''))]
  const judged = runs.map((run) => judgedRun(statement.files, run, suite))
  const lines = judged.flatMap(({ said, differences }) => [said, ...differences.map((one) => `  ${one}`)])
  const judgedBy = `signed by op-conformance ${statement.harness}, judged again by ${version()}`
  const code = judged.every(({ differences }) => differences.length === 0) ? exit.fine : exit.notJudged
  return { text: `${['the signature holds', judgedBy, ...lines].join('\n')}\n`, code }
}

const judgedRun = (files: BundledFiles, run: string, { passive }: Suite) => {
  const bytes = (name: string): Buffer => files[`${run}/${name}`] ?? Buffer.alloc(0)
  const events = eventsIn(bytes('events.ndjson').toString())
  const started = events.find((event) => event.type === 'run')
  if (!started)
    return { said: `run ${run}: its record does not begin with a run`, differences: ['not judged'] }
  const requirements = loadCatalogue(started.profile)
  const profile = withOverrides(loadProfile(started.profile), started.overrides)
  const now = verdictsIn(judgedAgain(events, { requirements, profile, passive }))
  const differences = [
    ...differing(verdictsIn(events), now, 'recorded as'),
    ...(bytes('report.json').length === 0
      ? []
      : differing(reported(bytes('report.json')), now, 'reported as')),
  ]
  const isSame = bytes('catalogue.json').equals(catalogueOf(started.profile))
  const catalogue = isSame ? 'the same catalogue' : 'another catalogue than it was judged by'
  const { name, baseUrl } = started.target
  const result =
    differences.length === 0 ? `the same ${now.size} verdicts` : `${differences.length} verdicts differ`
  return { said: `${name} at ${baseUrl}: ${result}, by ${catalogue}`, differences }
}

/** Of a run that was killed, the last line may be broken off. */
const eventsIn = (text: string): RunEvent[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

type Verdicts = ReadonlyMap<string, string>

const verdictsIn = (events: Iterable<RunEvent>): Verdicts => {
  const verdicts = new Map<string, string>()
  for (const event of events) if (event.type === 'verdict') verdicts.set(event.check, event.verdict.status)
  return verdicts
}

const reported = (report: Buffer): Verdicts =>
  new Map(
    readReport(report.toString(), 'report.json').checks.flatMap(({ id, verdict }) =>
      verdict ? [[id, verdict.status] as const] : [],
    ),
  )

/** A check that a report calls skipped need not have a verdict of its own. */
const differing = (before: Verdicts, now: Verdicts, how: string): string[] =>
  [...before].flatMap(([check, status]) => {
    const again = now.get(check) ?? (status === 'skipped' ? status : 'no verdict')
    return again === status ? [] : [`${check}: ${how} ${status}, judged again ${again}`]
  })
