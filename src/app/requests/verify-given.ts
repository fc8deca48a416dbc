import type { HttpRequest } from '../../core/http-request.ts'
import { explainSignatures } from '../../diagnose/signature/explain.ts'
import { escapeControl, line, lines } from '../../report/text/printable.ts'
import { exit } from '../exit.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { type KeyOptions, verifyingFor } from './request-keys.ts'
import { requestText, section, tokenIn } from './request-text.ts'

export interface VerifyOptions extends KeyOptions {
  baseUrl?: string
  /** The time at which the request was received. Default: now. */
  at?: Date
}

export async function verifyGiven(
  message: HttpRequest,
  options: VerifyOptions,
  io: GuardedIo,
): Promise<number> {
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
