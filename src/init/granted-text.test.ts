import { expect, test } from 'vitest'
import { loadTarget } from '../target-file/reading/load.ts'
import { grantedText } from './granted-text.ts'
import { privateJwk } from './key.ts'

const asked = {
  name: 'wallet.example',
  document: { assetCode: 'USD', assetScale: 2, resourceServer: 'https://wallet.example/op' },
  keys: { own: 'own.jwk', other: 'other.jwk' },
  connectUrls: {},
  client: { listen: '127.0.0.1:4180' },
  consent: 'print',
} as const

// biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
const withVariable = 'https://wallet.example/${SECRET}'

test('a variable in a value that is written into a target file is not expanded', async () => {
  const text = grantedText({ ...asked, walletAddress: withVariable })
  const target = await loadTarget({
    file: 't.yaml',
    cwd: '/',
    env: { SECRET: 'canary' },
    now: () => 0,
    readFile: async (path) =>
      path.endsWith('.jwk') ? JSON.stringify(privateJwk(Buffer.alloc(32, path.length), path)) : text,
  }).catch((error: unknown) => error)
  expect(JSON.stringify(target) + String(target)).not.toContain('canary')
})

test('a value that names a file is refused', () => {
  const write = () => grantedText({ ...asked, walletAddress: 'file:/etc/passwd' })
  expect(write).toThrow('begins with "file:", which would read a file')
})
