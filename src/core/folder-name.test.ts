import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { folderName } from './folder-name.ts'

test.each([
  ['my wallet', 'my-wallet'],
  ['https://wallet.example:8080/alice', 'https-wallet.example-8080-alice'],
  ['../../etc', 'etc'],
  ['..\\..\\etc', 'etc'],
  ['C:\\wallet', 'C-wallet'],
  ['wallet.', 'wallet'],
  ['NUL', 'target-NUL'],
  ['com1.example', 'target-com1.example'],
  ['console', 'console'],
  ['', 'target'],
  ['…', 'target'],
])('%j becomes the one folder %s on Linux and on Windows', (name, folder) => {
  expect(folderName(name)).toBe(folder)
  for (const { join, dirname, basename } of [posix, win32]) {
    const path = join('reports', folderName(name))
    expect([dirname(path), basename(path)]).toEqual(['reports', folder])
  }
})
