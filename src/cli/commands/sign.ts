import { ConfigurationError } from '../../errors.ts'
import { harmless } from '../../report/harmless.ts'
import { loadTarget } from '../../target/load.ts'
import type { Target } from '../../target/target.ts'
import { transmit } from '../../wire/client.ts'
import { createDispatcher } from '../../wire/dispatcher.ts'
import type { Message } from '../../wire/draft.ts'
import { build } from '../../wire/message.ts'
import { redraft } from '../../wire/recorded-draft.ts'
import { routesOf } from '../../wire/route.ts'
import { sign as signed } from '../../wire/sign.ts'
import { exit } from '../exit.ts'
import type { GuardedIo } from '../guarded.ts'
import { readRecorded } from '../recorded.ts'

export interface SignOptions {
  target?: string
  send?: boolean
}

/** Signs the request of a finding afresh; prints its signature base and headers and, asked to, sends it. */
export const sign = async (
  path: string,
  check: string,
  options: SignOptions,
  io: GuardedIo,
): Promise<number> => {
  const { report, finding, targetFile } = await readRecorded(path, check, options, io)
  const { exchange } = finding
  if (!exchange) {
    throw new ConfigurationError(
      'ERR_NO_EXCHANGE',
      `${path}: the finding of ${check} rests on no request; use replay`,
    )
  }
  const target = await loadTarget({
    file: targetFile,
    cwd: io.cwd,
    env: io.env,
    now: () => io.now().getTime(),
    profileName: report.run.profile,
  })
  io.hide(target.secrets)
  const { base, message } = await again(
    redraft(exchange.request, target, report.run.target.baseUrl),
    target,
    io,
  )
  io.stdout.write(requestText(base, message))
  if (options.send) io.stdout.write(await answerText(message, target))
  return exit.fine
}

const again = async (
  { draft, spoil = (message) => message }: ReturnType<typeof redraft>,
  target: Target,
  io: GuardedIo,
): Promise<{ base: string | undefined; message: Message }> => {
  const unsigned = await build(draft, target)
  if (draft.signing === 'none') return { base: undefined, message: spoil(unsigned) }
  const { message, base } = await signed(unsigned, { ...target.signing, ...draft.signing }, io.now())
  return { base, message: spoil(message) }
}

const requestText = (base: string | undefined, { method, url, headers, body }: Message): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const sent = [`${method} ${url}`, ...lines, ...(body ? ['', Buffer.from(body).toString()] : [])].join('\n')
  return `Signature base\n\n${indented(base ?? '(not signed)')}\n\nRequest\n\n${indented(sent)}\n`
}

const answerText = async (message: Message, target: Target): Promise<string> => {
  const dispatcher = createDispatcher(target)
  try {
    const route = routesOf(target).toTarget(message.url)
    const outcome = await transmit(dispatcher, message, route, target.connection.requestTimeout)
    if ('failure' in outcome) return `\nNo answer: ${outcome.failure.message}\n`
    const { status, headers, text } = outcome.response
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return `\nAnswer\n\n${indented([`status ${status}`, ...lines, '', text].join('\n'))}\n`
  } finally {
    await dispatcher.destroy()
  }
}

/** Line by line, and none of them does anything to a terminal. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${harmless(line)}`))
    .join('\n')
