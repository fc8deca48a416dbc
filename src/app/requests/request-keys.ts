import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { readTextFile } from '../../core/text-file.ts'
import { readVerifyingKeys } from '../../diagnose/signature/read-keys.ts'
import { publicHalf, type VerifyingKey } from '../../diagnose/signature/verifying-key.ts'
import { readKey } from '../../target-file/keys/keys.ts'
import { keepKey } from '../../target-file/keys/secrets.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import { gatherProblems } from '../../target-file/reading/problem.ts'
import { type Secret, type Signing, simplestForm, type Target } from '../../target-file/target.ts'
import { defaultTargetFile } from '../defaults.ts'
import { type Io, loadingIn } from '../environment.ts'

export interface KeyOptions {
  target?: string
  key?: string
  keyId?: string
}

/** Returns how to sign the request given on the command line, and the secrets that must not be shown. */
export async function signingFor(
  options: KeyOptions,
  io: Io,
): Promise<{ signing: Signing; secrets: Secret[] }> {
  if (options.key === undefined) {
    const { signing, secrets } = await targetOf(options, io)
    return { signing, secrets }
  }
  const text = await textOf(options.key, io)
  const problems = gatherProblems()
  const entry = { privateKey: text, keyId: options.keyId }
  const key = readKey(entry, '--key', [], problems)
  if (!key) throw keyError(options.key, problems)
  const secrets: Secret[] = []
  keepKey(secrets, '--key', text, key.privateKey)
  return { signing: { key, ...simplestForm }, secrets }
}

const keyError = (
  path: string,
  { list: [problem] }: ReturnType<typeof gatherProblems>,
): ConfigurationError => {
  const place = problem?.path[0]
  const subject = place === 'keyId' ? 'the key id is ' : ''
  const next = place === 'keyId' ? 'set it with --key-id' : problem?.next
  return new ConfigurationError('ERR_SIGNING_KEY', `${path}: ${subject}${problem?.fact}; ${next}`)
}

/** The keys for verifying, and the URLs that a client may have mistaken for the server's. */
export interface Verifying {
  keys: VerifyingKey[]
  bases: string[]
  secrets: Secret[]
}

export async function verifyingFor(options: KeyOptions, io: Io): Promise<Verifying> {
  const target =
    options.key === undefined || options.target !== undefined ? await targetOf(options, io) : undefined
  const keys =
    options.key === undefined
      ? [target?.signing.key, target?.otherKey?.key, target?.otherClient?.signing.key].flatMap((key) =>
          key ? [publicHalf(key)] : [],
        )
      : readVerifyingKeys(await textOf(options.key, io), options.key, options.keyId)
  const bases = target ? [target.baseUrl, target.connection.url, target.walletAddress] : []
  return { keys, bases, secrets: target?.secrets ?? [] }
}

const targetOf = async ({ target, key }: KeyOptions, io: Io): Promise<Target> => {
  const file = target ?? defaultTargetFile
  try {
    return await loadTarget({ ...loadingIn(io), file })
  } catch (error) {
    const unread = error instanceof ConfigurationError && error.code === 'ERR_TARGET_FILE_UNREADABLE'
    if (!unread || key !== undefined) throw error
    throw new ConfigurationError(error.code, `${error.message}; or give a key by --key FILE`)
  }
}

const textOf = (path: string, { cwd }: Io): Promise<string> =>
  readTextFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_KEY_FILE',
      `The key file ${path} ${whyUnreadable(error)}; give one with a JWK or PEM by --key`,
    )
  })
