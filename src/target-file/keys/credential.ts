import { ConfigurationError } from '../../core/errors.ts'
import type { Static } from '../../formats/schema.ts'
import type { credential } from '../../formats/target-file/values.ts'
import type { RunCommand } from '../command.ts'
import { milliseconds } from '../reading/duration.ts'
import type { Credential, Secret } from '../target.ts'
import { keepSecret } from './secrets.ts'

/** A token as the target file gives it: the token itself, or the command that prints it. */
export type CredentialEntry = Static<typeof credential>

export interface CredentialSource {
  /** The target file, as messages show it. */
  file: string
  /** The folder of the target file. The command runs there. */
  folder: string
  runCommand: RunCommand
  /** Returns the time in milliseconds. */
  now: () => number
  /** The list to which every known token is added, now or later. */
  secrets: Secret[]
}

export function credentialOf(entry: CredentialEntry, name: string, source: CredentialSource): Credential {
  if (typeof entry !== 'string') return { name, ...fromCommand(entry, name, source) }
  keepSecret(source.secrets, name, entry)
  return { name, value: async () => entry }
}

/**
 * Runs the command when the token is first needed, and again before it expires or once it is dead. All callers that wait
 * share one run.
 */
const fromCommand = (
  { command, expiresIn }: Exclude<CredentialEntry, string>,
  name: string,
  source: CredentialSource,
): Omit<Credential, 'name'> => {
  const goodFor = usableOf(expiresIn === undefined ? undefined : milliseconds(expiresIn))
  let held: { token: string; until: number } | undefined
  let asking: Promise<string> | undefined

  const ask = async (): Promise<string> => {
    const asked = source.now()
    const token = await tokenBy(command, name, source)
    held = { token, until: asked + goodFor }
    return token
  }
  const value = async (): Promise<string> => {
    if (held && source.now() < held.until) return held.token
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    source: 'command',
    value,
    renewed: async (refused, isDead = false) => {
      if (isDead && held?.token === refused) held = undefined
      return (isDead || held !== undefined) && (await value()) !== refused
    },
  }
}

/**
 * Returns how long a token is used. The last tenth of its lifetime, at most half a minute, is not used, because a
 * request takes time too.
 */
export const usableOf = (lifetime = Number.POSITIVE_INFINITY): number =>
  lifetime - Math.min(lifetime / 10, 30_000)

const tokenBy = async (
  command: readonly string[],
  name: string,
  { file, folder, runCommand, secrets }: CredentialSource,
): Promise<string> => {
  const result = await runCommand(command, { cwd: folder })
  if ('failure' in result) throw commandFailed(file, name, result.failure)
  const token = result.stdout.trim()
  if (token === '') throw commandFailed(file, name, 'printed nothing')
  if (!/^[\x21-\x7e]+$/.test(token)) throw commandFailed(file, name, 'printed more than a token')
  keepSecret(secrets, name, token)
  return token
}

const commandFailed = (file: string, name: string, failure: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_TOKEN_COMMAND',
    `${file}: ${name}: the command ${failure}, expected a token on its standard output; run the command yourself in the folder of the target file (its output is not shown here)`,
  )
