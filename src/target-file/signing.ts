import type { SigningKey } from '../core/signing-key.ts'
import type { SigningEntry, TargetFile } from './file.ts'
import type { KeyEntry } from './keys.ts'
import { readKey } from './keys.ts'
import type { Path } from './problem.ts'
import type { Problems } from './problems.ts'
import { keepKey } from './secrets.ts'
import type { Secret, Signing, Target } from './target.ts'

export interface Keys {
  signing?: Signing | undefined
  otherKey?: Target['otherKey']
  otherClient?: Signing | undefined
}

/** Every key of the file; what cannot be read is noted as a problem and left away. */
export function keysOf(file: TargetFile, problems: Problems, secrets: Secret[]): Keys {
  const keyAt = (path: Path, entry: KeyEntry): SigningKey | undefined => {
    const name = path.join('.')
    const key = readKey(entry, name, path, problems)
    if (key) keepKey(secrets, `${name}.privateKey`, entry.privateKey, key.privateKey)
    return key
  }
  const signingAt = (path: Path, entry: SigningEntry): Signing | undefined => {
    const key = keyAt(path, entry)
    const { label, components, parameters, digest } = entry
    return key && { key, label, components, parameters, digest }
  }
  const given = <T, R>(path: Path, entry: T | undefined, read: (path: Path, entry: T) => R): R | undefined =>
    entry === undefined || problems.bars(path) ? undefined : read(path, entry)

  const key = given(['otherKey'], file.otherKey, keyAt)
  return {
    signing: given(['signing'], file.signing, signingAt),
    otherClient: given(['otherClient', 'signing'], file.otherClient?.signing, signingAt),
    ...(key ? { otherKey: { key, boundElsewhere: file.otherKey?.boundElsewhere === true } } : {}),
  }
}
