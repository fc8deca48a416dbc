import { stripVTControlCharacters } from 'node:util'
import { ConfigurationError } from '../../core/errors.ts'
import { createQueue } from '../../core/queue.ts'
import type { Consent } from '../../gnap/consented-grant.ts'
import { line } from '../../report/text/printable.ts'
import { commandRunner } from '../../target-file/command.ts'
import type { Grants, Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'
import { listenForRedirects } from './listeners.ts'

/**
 * Returns the way to get consent that the target file names. The caller closes it after the last request for consent.
 */
export async function consentOf(
  { consent, consentTimeout }: Grants,
  { file, folder }: Pick<Target, 'file' | 'folder'>,
  io: Pick<Io, 'env' | 'stderr'>,
): Promise<Consent & { close: () => void }> {
  const { stderr } = io
  const within = `${Math.round(consentTimeout / 1000)} s`
  if (consent.kind === 'print')
    return { listen: () => undefined, ask: printed(stderr, within), close: () => undefined }
  const listener = await listenForRedirects()
  const ask =
    consent.kind === 'browser'
      ? oneByOne(inBrowser(stderr, within))
      : byCommand(consent.command, { file, folder }, io)
  return { listen: listener.next, ask, close: listener.close }
}

type AskConsent = Consent['ask']

const printed =
  (stderr: Io['stderr'], within: string): AskConsent =>
  async (page, title) => {
    stderr.write(line`${title}: open this page and decide within ${within}: ${page}\n`)
    return undefined
  }

const inBrowser =
  (stderr: Io['stderr'], within: string): AskConsent =>
  async (page, title) => {
    stderr.write(
      line`${title}: opens a browser; if none appears, open this page and decide within ${within}: ${page}\n`,
    )
    const { default: open } = await import('open')
    // A user without a browser on this machine opens the page elsewhere.
    await open(page).then(
      (browser) => browser.on('error', () => undefined),
      () => undefined,
    )
    return undefined
  }

/** Opens the pages one after the other, and not all at once. */
const oneByOne = (ask: AskConsent): AskConsent => {
  const inTurn = createQueue()
  return (page, title) => inTurn(() => ask(page, title))
}

/**
 * Gets consent through a command. The command receives the URL of the page on stdin, and may print the URL to which it
 * was redirected at the end.
 */
const byCommand = (
  command: readonly string[],
  { file, folder }: Pick<Target, 'file' | 'folder'>,
  { env }: Pick<Io, 'env'>,
): AskConsent => {
  const runCommand = commandRunner(env)
  return async (page) => {
    const result = await runCommand(command, { cwd: folder, input: `${page}\n` })
    if ('failure' in result) throw commandFailed(file, result.failure, result.stderr)
    const printed = result.stdout.trim()
    if (printed === '') return undefined
    if (URL.canParse(printed)) return new URL(printed).searchParams
    throw commandFailed(file, 'printed something else')
  }
}

const commandFailed = (file: string, failure: string, stderr?: string): ConfigurationError => {
  const said = endOf(stderr ?? '')
  const output = said === '' ? 'its output is not shown here' : `its standard error ends with: ${said}`
  return new ConfigurationError(
    'ERR_CONSENT_COMMAND',
    `${file}: grants.consent.command: the command ${failure}; it gets the URL of the page on its standard input, has to give consent there, and may print the URL to which it is redirected (${output})`,
  )
}

const mostOfStderr = 400

/** Returns the end of a text, where programs say what went wrong, as one line without control characters. */
const endOf = (text: string): string => {
  const plain = stripVTControlCharacters(text)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length > mostOfStderr ? `…${plain.slice(-mostOfStderr)}` : plain
}
