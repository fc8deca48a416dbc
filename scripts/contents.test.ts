import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contents } from './contents.ts'

/** A text without what only a formatter decides. */
const squeezed = (text: string): string => text.replaceAll(/[\s|()*;,"']/g, '')

test.each([...(await contents())])('%s has the types that `npm run schemas` writes', (path, types) => {
  expect(squeezed(readFileSync(path, 'utf8'))).toBe(squeezed(types))
})
