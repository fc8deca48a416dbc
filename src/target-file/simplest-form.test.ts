import { expect, test } from 'vitest'
import { loadTarget } from './reading/load.ts'
import { simplestForm } from './target.ts'
import { leastFile } from './testing/whole-file.ts'

test('simplestForm is the signing form of a target file that does not set one', async () => {
  const options = { file: 't.yaml', cwd: '/', env: {}, now: Date.now, readFile: async () => leastFile() }
  const { key, ...form } = (await loadTarget(options)).signing
  expect(form).toEqual(simplestForm)
})
