import { join, resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile, withOverrides } from '../../catalogue/profiles.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunEvent } from '../../core/events.ts'
import { readTextFile } from '../../core/text-file.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { createJudge } from '../../judge/judge.ts'
import { isDerived } from '../../judge/judged-again.ts'
import { line } from '../../report/text/printable.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import { inOrder } from '../../traffic/captured.ts'
import { readHar } from '../../traffic/read-har.ts'
import { withForeignRecord } from '../records/record-file.ts'
import { type RunRecord, readRunRecord } from '../records/run-record.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { judgeBothSides, type TrafficOptions } from './both-sides.ts'
import { reported, sideIn } from './side.ts'

export type AuditOptions = Omit<TrafficOptions, 'baseUrl'> & { baseUrl?: string }

/** Judges traffic that others recorded, or the record of a run, as far as it shows. Sends nothing. */
export async function audit(path: string, options: AuditOptions, io: GuardedIo): Promise<number> {
  if (!path.endsWith('.har')) return withForeignRecord(path, () => auditRun(path, options, io))
  const { baseUrl } = options
  if (baseUrl === undefined)
    throw new ConfigurationError(
      'ERR_BASE_URL_MISSING',
      `${path} has requests to any server; name the one to judge: --base-url URL, as its clients sign it`,
    )
  const text = await readTextFile(resolve(io.cwd, path)).catch((error: unknown) => {
    throw new ConfigurationError('ERR_HAR_UNREADABLE', `${path} ${whyUnreadable(error)}; give a .har file`)
  })
  const all = readHar(text, path)
  const sides = await judgeBothSides({ ...options, baseUrl }, io)
  const here = all.filter(sides.isHere).length
  io.stderr.write(line`${path}: ${here} of ${all.length} requests are addressed to ${baseUrl}\n`)
  for (const { captured, counts } of inOrder(all)) sides.take(captured, counts)
  return sides.end()
}

/** Judges only the server, because a run sends invalid requests on purpose and its record has no signatures. */
const auditRun = async (path: string, { out }: AuditOptions, io: GuardedIo): Promise<number> => {
  const { loadSuite } = await import('../../../suites/load.ts')
  const [run, suite] = await Promise.all([readRunRecord(path, io), loadSuite()])
  const profile = withOverrides(loadProfile(run.run.profile), run.run.overrides)
  const requirements = loadCatalogue(run.run.profile)
  const side = sideIn(join(out, 'server'), io)
  const judge = createJudge({ requirements, profile, passive: suite.passive })
  const passive = new Set(suite.passive.map(({ id }) => id))
  for (const event of observable(run, passive)) {
    const derived = judge(event)
    // Results that follow from the end come before it.
    for (const each of event.type === 'end' ? [...derived, event] : [event, ...derived])
      side.record.write(each)
  }
  return reported(side, requirements, createRedactor([]), io)
}

/**
 * Yields the events of a record that do not depend on the purpose of the run's requests. What a selection of checks
 * notices does depend on it.
 */
function* observable({ events }: RunRecord, passive: ReadonlySet<string>): Generator<RunEvent> {
  for (const event of events) {
    if (isDerived(event) || event.type === 'observation' || event.type === 'repeat') continue
    if (event.type === 'run') {
      const { budget: _, ...run } = event
      yield run
    } else if (event.type === 'plan')
      yield { ...event, checks: event.checks.filter(({ id }) => passive.has(id)) }
    else if (event.type !== 'check' || (event.state === 'skipped' && passive.has(event.check))) yield event
  }
}
