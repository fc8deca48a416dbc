import type { Amount } from '../core/amount.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import type { RunCommand } from './command.ts'
import { isReceiverUrl } from './receiver-url.ts'

interface CommandPlace {
  /** The target file, as it is shown. */
  file: string
  /** Its folder: the command runs there. */
  folder: string
  runCommand: RunCommand
}

/** Has a receiver made by the target file's command: what is wanted on stdin, `{"url":"…"}` on stdout. */
export async function receiverBy(
  command: readonly string[],
  kind: ReceiverKind,
  incomingAmount: Amount | undefined,
  { file, folder, runCommand }: CommandPlace,
): Promise<Receiver> {
  const input = JSON.stringify({ kind, incomingAmount })
  const result = await runCommand(command, { cwd: folder, input })
  if ('failure' in result) throw commandFailed(file, kind, result.failure)
  const url = urlIn(result.stdout)
  if (url === undefined) throw commandFailed(file, kind, 'printed something else')
  return { url, incomingAmount }
}

const urlIn = (output: string): string | undefined => {
  const printed = jsonOf(output)
  const url = typeof printed === 'object' && printed !== null && 'url' in printed ? printed.url : undefined
  return typeof url === 'string' && isReceiverUrl(url) ? url : undefined
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const commandFailed = (file: string, kind: ReceiverKind, failure: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_RECEIVER_COMMAND',
    `${file}: receivers.command: asked for a receiver of kind ${kind}, the command ${failure}, expected {"url":"…/incoming-payments/…"} on its standard output; run the command yourself in the folder of the target file (its output is not shown here)`,
  )
