import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { readTextFile } from '../../core/text-file.ts'
import type { Io } from '../environment.ts'

/**
 * Reads the Ed25519 key in a file, as PEM or JWK. Throws a ConfigurationError if there is none. It does not show the
 * messages of node:crypto, because they may contain parts of the key.
 */
export async function bundleKey(
  file: string,
  half: 'private' | 'public',
  { cwd }: Pick<Io, 'cwd'>,
): Promise<KeyObject> {
  const text = await readTextFile(resolve(cwd, file)).catch(() => '')
  const key = keyIn(text, half)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new ConfigurationError(
    'ERR_BUNDLE_KEY',
    `--key ${file}: there is no ${half} Ed25519 key in this file, as PEM or JWK; make one with \`openssl genpkey -algorithm ed25519 -out key.pem\` and \`openssl pkey -in key.pem -pubout -out key.pub\``,
  )
}

const keyIn = (text: string, half: 'private' | 'public'): KeyObject | undefined => {
  const json = parseJson(text)
  const input = isObject(json) ? ({ key: json, format: 'jwk' } as const) : text
  try {
    return half === 'private' ? createPrivateKey(input) : createPublicKey(input)
  } catch {
    return undefined
  }
}
