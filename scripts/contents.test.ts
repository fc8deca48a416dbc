import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { published } from '../src/formats/published.ts'
import { contentsOf } from './contents.ts'

/** A text without what only a formatter decides. */
const squeezed = (text: string): string => text.replaceAll(/[\s|()*;"']/g, '')

test('the types of a target file are what `npm run schemas` makes of its schema', async () => {
  const made = await contentsOf(published['target-file'], 'TargetContents')
  const present = readFileSync(new URL('../src/target-file/contents.ts', import.meta.url), 'utf8')
  expect(squeezed(present)).toBe(squeezed(made))
})
