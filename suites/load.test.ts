import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSuite } from './load.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** The files of the topics: neither tests nor tables of ids. */
const topics = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!testing|runs)[^/\\]+[/\\].*(?<!\.test)\.ts$/.test(file))
  // The checks that a rule names in `shownBy` do not count.
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8').replace(/shownBy: \[[^\]]*/g, '') }))

test('every check id stands literally in one file, where its check is declared', async () => {
  const { checks, passive } = await loadSuite()
  const lost = [...checks, ...passive].flatMap(({ id }) => {
    const files = topics.filter(({ text }) => text.includes(`'${id}'`)).map(({ file }) => file)
    return files.length === 1 ? [] : [{ id, files }]
  })
  expect(lost).toEqual([])
})
