import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Folders in layers, lowest first. Each folder imports only from itself and from those before it. */
const rooms = [
  'core',
  'openapi',
  'state',
  'http',
  'signatures',
  'tokens',
  'lists',
  'incoming-payments',
  'quotes',
  'outgoing-payments',
  'fixtures',
  'world',
  'wallet-addresses',
  'exchanges',
  'auth',
  'changes',
  'profiles',
  'faults',
  'conditions',
  'variants',
  'answers',
  'live',
  'control',
  'server',
]

const here = new URL('.', import.meta.url).pathname

const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.includes('/') && /\.ts$/.test(path) && !/\.test\.ts$|(^|\/)testing\//.test(path),
)

const importsOf = (path: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(here, path), 'utf8'))
    .importedFiles.map(({ fileName }) => join(dirname(path), fileName))
    .filter((to) => files.includes(to))

const graph = new Map(files.map((path) => [path, importsOf(path)]))

const roomOf = (path: string): number => rooms.indexOf(path.split('/')[0] ?? '')

test('every folder of the mock belongs to a layer', () => {
  expect(files.filter((path) => roomOf(path) === -1)).toEqual([])
  expect(files.length).toBeGreaterThan(rooms.length)
})

test('imports in the mock run down: a folder knows only the folders below it, types included', () => {
  const up = [...graph].flatMap(([path, imports]) =>
    imports.filter((to) => roomOf(to) > roomOf(path)).map((to) => `${path} imports ${to}`),
  )
  expect(up).toEqual([])
})

test('no files of the mock import one another in a circle, types included', () => {
  const left = new Map(graph)
  for (;;) {
    const leaves = [...left].filter(([, imports]) => imports.every((to) => !left.has(to)))
    if (leaves.length === 0) break
    for (const [path] of leaves) left.delete(path)
  }
  expect([...left.keys()]).toEqual([])
})
