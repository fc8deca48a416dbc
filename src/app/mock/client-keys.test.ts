import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from '../../cli/testing/command.ts'
import type { Io } from '../environment.ts'
import { clientKeysIn } from './client-keys.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' })

const reading = async (text: string, word: (path: string) => string = (path) => path) => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'key'), text)
  return clientKeysIn([word('key')], { cwd } as Io)
}

const fixture = { ...jwk, kid: 'mine', alg: 'EdDSA' }

test.each([
  ['a public JWK', JSON.stringify({ ...jwk, kid: 'mine' }), undefined],
  ['a private JWK', JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'mine' }), undefined],
  ['a jwks.json', JSON.stringify({ keys: [{ ...jwk, kid: 'mine', alg: 'EdDSA', use: 'sig' }] }), undefined],
  ['a public PEM', publicKey.export({ format: 'pem', type: 'spki' }), 'mine=key'],
  ['a private PEM', privateKey.export({ format: 'pem', type: 'pkcs8' }), 'mine=key'],
])('%s is registered by its public half, under its kid', async (_, text, word) => {
  expect(await reading(String(text), () => word ?? 'key')).toEqual([fixture])
})

test.each([
  [
    String(publicKey.export({ format: 'pem', type: 'spki' })),
    '--client-key: key contains a key without a kid; name it: --client-key KID=key',
  ],
  [
    '{"kty":"oct","kid":"mine","k":"c2VjcmV0LXNlY3JldA"}',
    '--client-key: key contains a shared secret; give a key with a public half',
  ],
  ['nonsense', 'key: is neither a JWK nor PEM; give a public key as a JWK, a set of JWKs, or PEM'],
])('a key file that contains %j is refused, and the message says how to fix it', async (text, message) => {
  await expect(reading(text)).rejects.toThrow(expect.objectContaining({ message }))
})

test('a missing key file is refused', async () => {
  await expect(reading('', () => 'none.json')).rejects.toThrow('--client-key: none.json does not exist')
})
