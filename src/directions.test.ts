import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('.', import.meta.url))

/** The order of the rooms, from the ground up: a room imports itself and the rooms before it. */
const rooms = [
  'core',
  'formats',
  'catalogue',
  'openapi',
  'target-file',
  'http',
  'gnap',
  'known-failures',
  'check',
  'judge',
  'merge',
  'generate',
  'probe',
  'run',
  'report',
  'diagnose',
  'traffic',
  'vectors',
  'init',
  'selftest',
  'interop',
  'app',
  'index.ts',
  'checks.ts',
  'vitest.ts',
  'node-test.ts',
  'cli',
]

/** The files of src/, tests apart, and what each imports of them, types as well. */
const graph = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing'))
    .map((path) => [path, importsIn(path)]),
)

function importsIn(path: string): string[] {
  const text = readFileSync(join(src, path), 'utf8')
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    .map(([, to = '']) => relative(src, join(src, dirname(path), to)))
    .filter((to) => !to.startsWith('..'))
}

const roomOf = (path: string): string => path.split('/')[0] ?? path

test('every room of src/ has its place in the order', () => {
  expect([...new Set([...graph.keys()].map(roomOf))].filter((room) => !rooms.includes(room))).toEqual([])
})

test('no room of src/ imports from a room above it', () => {
  const up = [...graph].flatMap(([from, imported]) =>
    imported
      .filter((to) => rooms.indexOf(roomOf(to)) > rooms.indexOf(roomOf(from)))
      .map((to) => `${from} imports ${to}`),
  )
  expect(up).toEqual([])
})

test('the imports between the files of src/ have no cycle', () => {
  const settled = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    else if (!settled.has(path)) for (const to of graph.get(path) ?? []) visit(to, [...way, path])
    settled.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  expect(circles).toEqual([])
})
