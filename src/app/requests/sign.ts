import { ConfigurationError } from '../../core/errors.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { redraft } from '../../http/records/recorded-draft.ts'
import { build } from '../../http/request/message.ts'
import { sign as signed } from '../../http/request/sign.ts'
import { transmit } from '../../http/wire/client.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import { routesOf } from '../../http/wire/route.ts'
import { line, lines } from '../../report/text/printable.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import type { Target } from '../../target-file/target.ts'
import { loadingIn } from '../environment.ts'
import { exit } from '../exit.ts'
import { type Obtain, withTokens } from '../grants/token-keeper.ts'
import { readRecorded } from '../records/run-record.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { type KeyOptions, signingFor } from './request-keys.ts'
import { headerLines, requestText, section, tokenIn } from './request-text.ts'
import { wantedRequest } from './wanted-request.ts'

/** Signs a request afresh, and prints its signature base and headers. */
export async function sign(words: readonly string[], options: SignOptions, io: GuardedIo): Promise<number> {
  const wanted = await wantedRequest(words, options, io)
  if ('message' in wanted) await signGiven(wanted.message, options, io)
  else await signRecorded(wanted, options, io)
  return exit.fine
}

/** Signs the request of a finding afresh, with its original key and token. Sends it if the user asks for that. */
async function signRecorded(
  { report: path, check }: { report: string; check: string },
  options: SignOptions,
  io: GuardedIo,
): Promise<void> {
  if (options.key !== undefined || options.baseUrl !== undefined)
    throw new ConfigurationError(
      'ERR_SIGN_OPTIONS',
      `${path}: the request of a run is signed with the key of its target file, for its URL; leave out --key and --base-url`,
    )
  const { report, finding, targetFile } = await readRecorded(path, check, options, io)
  const { exchange } = finding
  if (!exchange) {
    throw new ConfigurationError(
      'ERR_NO_EXCHANGE',
      `${path}: the finding of ${check} is not about a single request; use replay`,
    )
  }
  const target = await loadTarget({ ...loadingIn(io), file: targetFile, profileName: report.run.profile })
  io.hide(target.secrets)
  const redrafted = redraft(exchange.request, target, report.run.target.baseUrl)
  const signedAgain = async (obtain: Obtain): Promise<void> => {
    const { token } = redrafted.draft
    const needed = token && target.grants?.book.names(token.name)
    if (needed?.length) await obtain(target, new Set(needed))
    const { base, message } = await again(redrafted, target, io)
    io.stdout.write(lines(section('Signature base', base ?? '(not signed)')))
    io.stdout.write(lines(`\n${section('Request', requestText(message))}`))
    if (options.send) io.stdout.write(lines(await answerText(message, target)))
  }
  await withTokens(io, signedAgain, { keep: 'kept' })
}

const again = async (
  { draft, tamper = (message) => message }: ReturnType<typeof redraft>,
  target: Target,
  io: GuardedIo,
): Promise<{ base: string | undefined; message: HttpRequest }> => {
  const unsigned = await build(draft, target)
  if (draft.signing === 'none') return { base: undefined, message: tamper(unsigned) }
  const { message, base } = await signed(unsigned, { ...target.signing, ...draft.signing }, io.now())
  return { base, message: tamper(message) }
}

const answerText = async (message: HttpRequest, target: Target): Promise<string> => {
  const dispatcher = createDispatcher(target)
  try {
    const route = routesOf(target).toTarget(message.url)
    const outcome = await transmit(dispatcher, message, route, target.connection.requestTimeout)
    if ('failure' in outcome) return `\nNo answer: ${outcome.failure.message}\n`
    const { status, headers, text } = outcome.response
    return `\n${section('Answer', [`status ${status}`, ...headerLines(headers), '', text].join('\n'))}`
  } finally {
    await dispatcher.destroy()
  }
}

export interface SignOptions extends KeyOptions {
  baseUrl?: string
  send?: boolean
}

/** The headers that signing makes anew. */
const fresh = ['content-digest', 'signature-input', 'signature']

/** Signs a request that the user gave, and prints the headers to add to it. */
async function signGiven(message: HttpRequest, options: SignOptions, io: GuardedIo): Promise<void> {
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
  const { message: complete, base } = await signed({ ...message, headers }, signing, io.now())
  const added = Object.entries(complete.headers).filter(([name]) => fresh.includes(name))
  const pasted = headerLines(Object.fromEntries(added)).join('\n')
  io.stdout.write(lines(section('Signature base', base)))
  io.stdout.write(lines(`\n${section('Headers to add', pasted)}`))
  if (!('authorization' in headers)) io.stdout.write(line`\n${noToken}\n`)
}

const noToken =
  'The request has no Authorization header, so the signature does not cover one. Add the access token, then sign again.'
