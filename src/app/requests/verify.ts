import { ConfigurationError } from '../../core/errors.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { explainSignatures } from '../../diagnose/signature/explain.ts'
import { explainRecorded, messageOf } from '../../diagnose/signature/recorded.ts'
import { evidenceIn } from '../../report/data/json.ts'
import { escapeControl, line, lines } from '../../report/text/printable.ts'
import { exit } from '../exit.ts'
import { readReportFile } from '../records/run-record.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { type KeyOptions, verifyingFor } from './request-keys.ts'
import { requestText, section, tokenIn } from './request-text.ts'
import { wantedRequest } from './wanted-request.ts'

interface VerifyOptions extends KeyOptions {
  baseUrl?: string
  /** The time at which the request was received. Default: now. */
  at?: Date
}

/**
 * Prints the signature base of a request as it was received, and one sentence about what is wrong with its signature.
 */
export async function verify(
  words: readonly string[],
  options: VerifyOptions,
  io: GuardedIo,
): Promise<number> {
  const wanted = await wantedRequest(words, options, io)
  if ('message' in wanted) return verifyGiven(wanted.message, options, io)
  if (Object.keys(options).length > 0)
    throw new ConfigurationError(
      'ERR_VERIFY_OPTIONS',
      `${wanted.report}: a record does not contain the signature, so no key can verify it; leave the options out`,
    )
  return verifyRecorded(wanted, io)
}

const verifyGiven = async (message: HttpRequest, options: VerifyOptions, io: GuardedIo): Promise<number> => {
  const { keys, bases, secrets } = await verifyingFor(options, io)
  io.hide([...secrets, ...tokenIn(message)])
  const { signatures, flaw, good } = explainSignatures(message, { keys, bases, now: options.at ?? io.now() })
  io.stdout.write(lines(`${section('Request', requestText(message))}\n`))
  for (const { label, base } of signatures) {
    io.stdout.write(lines(`${section(`Signature base of "${escapeControl(label)}"`, base ?? '(none)')}\n`))
  }
  io.stdout.write(line`${flaw ?? verified(good)}\n`)
  return flaw === undefined ? exit.fine : exit.failed
}

const verified = (good: { label: string; keyId: string } | undefined): string =>
  `Signature "${good?.label}" verifies with the key "${escapeControl(good?.keyId ?? '')}", and covers all required components.`

/**
 * Explains the signature of a finding's request, as far as a record can: it contains neither the signature nor the
 * token.
 */
const verifyRecorded = async (
  { report: path, check }: { report: string; check: string },
  io: GuardedIo,
): Promise<number> => {
  const report = await readReportFile(path, io)
  const [{ exchange }] = evidenceIn(report, check, path)
  if (!exchange) {
    throw new ConfigurationError(
      'ERR_NO_EXCHANGE',
      `${path}: the finding of ${check} is not about a single request; name another check`,
    )
  }
  const { signed, received, flaw } = explainRecorded(exchange.request)
  io.stdout.write(lines(`${section('Request', requestText(messageOf(exchange.request)))}\n`))
  io.stdout.write(lines(`${section('Signature base as signed', signed ?? '(not signed)')}\n`))
  if (received !== undefined && received !== signed) {
    io.stdout.write(lines(`${section('Signature base as sent', received)}\n`))
  }
  io.stdout.write(line`${flaw ?? nothingFound}\n`)
  return flaw === undefined ? exit.notJudged : exit.failed
}

const nothingFound =
  'A record contains digests instead of the signature and the token, so the signature cannot be verified. Nothing else is wrong with it.'
