import { resolve } from 'node:path'
import type { KeyFixture } from '../../../mock/state/fixtures.ts'
import { algorithms } from '../../core/algorithm.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { readTextFile } from '../../core/text-file.ts'
import { readVerifyingKeys } from '../../diagnose/signature/read-keys.ts'
import type { VerifyingKey } from '../../diagnose/signature/verifying-key.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import type { Io } from '../environment.ts'

/**
 * Reads the public halves of the keys that `--client-key` names, as the mock registers them: from a JWK, a set of JWKs
 * or a PEM. `KID=FILE` names a key that has no name of its own.
 */
export async function clientKeysIn(words: readonly string[], io: Io): Promise<KeyFixture[]> {
  const keys = await Promise.all(words.map((word) => keysOf(word, io)))
  return keys.flat()
}

const keysOf = async (word: string, { cwd }: Io): Promise<KeyFixture[]> => {
  const [, kid, path = word] = /^([^=/]+)=(.+)$/s.exec(word) ?? []
  const text = await readTextFile(resolve(cwd, path)).catch((error: unknown) => {
    throw problem(path, whyUnreadable(error), 'give a JWK, a jwks.json or a PEM')
  })
  return readVerifyingKeys(text, path, kid).map((key) => fixtureOf(key, path))
}

const fixtureOf = ({ keyId, algorithms: names, key }: VerifyingKey, path: string): KeyFixture => {
  if (key.type === 'secret') throw problem(path, 'contains a shared secret', 'give a key with a public half')
  if (keyId === undefined)
    throw problem(path, 'contains a key without a kid', `name it: --client-key KID=${path}`)
  const [only, ...others] = names
  const alg = only === undefined || others.length > 0 ? undefined : algorithms[only]?.jwk
  return { ...key.export({ format: 'jwk' }), kid: keyId, alg }
}

const problem = (path: string, fact: string, next: string): ConfigurationError =>
  new ConfigurationError('ERR_CLIENT_KEY', `--client-key: ${path} ${fact}; ${next}`)
