import { ConfigurationError } from '../../core/errors.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { sign } from '../../http/request/sign.ts'
import { line, lines } from '../../report/text/printable.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { type KeyOptions, signingFor } from './request-keys.ts'
import { headerLines, section, tokenIn } from './request-text.ts'

export interface SignOptions extends KeyOptions {
  baseUrl?: string
  send?: boolean
}

/** The headers that signing makes anew. */
const fresh = ['content-digest', 'signature-input', 'signature']

/** Signs a request that the user gave, and prints the headers to add to it. */
export async function signGiven(
  { message }: { message: HttpRequest },
  options: SignOptions,
  io: GuardedIo,
): Promise<void> {
  if (options.send)
    throw new ConfigurationError(
      'ERR_SIGN_OPTIONS',
      '--send only works for the request of a run; paste the headers, and send the request yourself',
    )
  const { signing, secrets } = await signingFor(options, io)
  io.hide([...secrets, ...tokenIn(message)])
  const headers = Object.fromEntries(
    Object.entries(message.headers).filter(([name]) => !fresh.includes(name)),
  )
  const signed = await sign({ ...message, headers }, signing, io.now())
  const added = Object.entries(signed.message.headers).filter(([name]) => fresh.includes(name))
  const pasted = headerLines(Object.fromEntries(added)).join('\n')
  io.stdout.write(lines(section('Signature base', signed.base)))
  io.stdout.write(lines(`\n${section('Headers to add', pasted)}`))
  if (!('authorization' in headers)) io.stdout.write(line`\n${noToken}\n`)
}

const noToken =
  'The request has no Authorization header, so the signature does not cover one. Add the access token, then sign again.'
