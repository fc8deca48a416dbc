import { ConfigurationError } from '../core/errors.ts'
import type { Io } from './environment.ts'
import { readReportFile } from './recorded.ts'

/**
 * What `--failed` selects: the checks that failed in an earlier run and, of those that only judge answers, the checks
 * whose answers they failed for. Throws a ConfigurationError where there are none.
 */
export async function failedIn(
  path: string,
  io: Io,
  renamed: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { checks, exchanges, findings } = await readReportFile(path, io)
  const numbers = new Set(findings.flatMap(({ occurrences }) => occurrences.map(({ exchange }) => exchange)))
  const failed = checks.filter(({ verdict }) => verdict?.status === 'failed').map(({ id }) => id)
  const causing = exchanges.filter(({ number }) => numbers.has(number)).map(({ check }) => check)
  const isStart = (id: string): boolean => checks.some((check) => check.id === id && check.topic === 'start')
  const wanted = [...new Set([...failed, ...causing])].filter((id) => !isStart(id))
  if (wanted.length > 0) return wanted.map((id) => renamed[id] ?? id)
  throw new ConfigurationError(
    'ERR_NOTHING_FAILED',
    failed.length > 0
      ? `${path}: only the start of the run failed, and every run begins with it; run without --failed`
      : `${path}: no check failed; run without --failed`,
  )
}
