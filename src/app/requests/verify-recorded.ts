import { ConfigurationError } from '../../core/errors.ts'
import { explainRecorded } from '../../diagnose/signature/recorded.ts'
import { evidenceIn } from '../../report/data/read-report.ts'
import { line, lines } from '../../report/text/printable.ts'
import { exit } from '../exit.ts'
import { readReportFile } from '../records/recorded.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { section } from './request-text.ts'

/**
 * Explains the signature of a finding's request, as far as a record can: it contains neither the signature nor the
 * token.
 */
export async function verifyRecorded(
  { report: path, check }: { report: string; check: string },
  io: GuardedIo,
): Promise<number> {
  const report = await readReportFile(path, io)
  const [{ exchange }] = evidenceIn(report, check, path)
  if (!exchange) {
    throw new ConfigurationError(
      'ERR_NO_EXCHANGE',
      `${path}: the finding of ${check} is not about a single request; name another check`,
    )
  }
  const { method, url, headers, body } = exchange.request
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const sent = [`${method} ${url}`, ...fields, ...(body === undefined ? [] : ['', body])].join('\n')
  const { signed, received, flaw } = explainRecorded(exchange.request)
  io.stdout.write(lines(`${section('Request', sent)}\n`))
  io.stdout.write(lines(`${section('Signature base as signed', signed ?? '(not signed)')}\n`))
  if (received !== undefined && received !== signed) {
    io.stdout.write(lines(`${section('Signature base as sent', received)}\n`))
  }
  io.stdout.write(line`${flaw ?? nothingFound}\n`)
  return flaw === undefined ? exit.notJudged : exit.failed
}

const nothingFound =
  'A record contains digests instead of the signature and the token, so the signature cannot be verified. Nothing else is wrong with it.'
