// Counts what makes it hard to find one's way in this house; two states of it are compared line by line.
//   npm run house
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { loadSuite } from '../suites/load.ts'

interface File {
  path: string
  source: ts.SourceFile
  lines: number
  imports: string[]
}

const rooms = ['src', 'mock', 'suites']

const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/testing/')

const filesOf = (folders: readonly string[]): File[] =>
  execFileSync('git', ['ls-files', ...folders.map((folder) => `${folder}/**.ts`)], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !isTest(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
      return { path, source, lines: text.split('\n').length - 1, imports: importsOf(path, text) }
    })

/** Paths of the files of this project that it imports, types as well. */
const importsOf = (path: string, text: string): string[] =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(path), name))

const nodesOf = function* (node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

const linesOf = (node: ts.Node, source: ts.SourceFile): number =>
  source.getLineAndCharacterOfPosition(node.end).line -
  source.getLineAndCharacterOfPosition(node.getStart()).line +
  1

interface Length {
  where: string
  lines: number
}

const functionsIn = ({ path, source }: File): Length[] =>
  [...nodesOf(source)]
    .filter((node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
    .map((node) => ({ where: `${path}:${lineOf(node, source)}`, lines: linesOf(node, source) }))

const lineOf = (node: ts.Node, source: ts.SourceFile): number =>
  source.getLineAndCharacterOfPosition(node.getStart()).line + 1

const typesIn = ({ source }: File): string[] =>
  source.statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .map(({ name }) => name.text)

const countsOf = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Sets of things that import one another, in a circle (Tarjan). */
const circlesIn = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const place = index.size
    index.set(node, place)
    low.set(node, place)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const reached = index.has(next) ? (stack.includes(next) ? index.get(next) : undefined) : visit(next)
      if (reached !== undefined) low.set(node, Math.min(low.get(node) ?? place, reached))
    }
    if (low.get(node) === place) {
      const circle = stack.splice(stack.indexOf(node))
      if (circle.length > 1) circles.push(circle)
    }
    return low.get(node) ?? place
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return circles
}

/** `src/run`, `mock/faults`; a file right below `src` is a folder of its own kind, `src`. */
const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\/[^/]*\.ts$/, '')

/** Of two folders that import each other, the fewer arrows run up. */
const arrowsUp = (files: readonly File[]): Map<string, number> => {
  const arrows = countsOf(
    files.flatMap(({ path, imports }) =>
      imports
        .filter((to) => folderOf(path) !== folderOf(to))
        .map((to) => `${folderOf(path)} → ${folderOf(to)}`),
    ),
  )
  return new Map(
    [...arrows].filter(([arrow, count]) => {
      const [from, to] = arrow.split(' → ')
      const back = arrows.get(`${to} → ${from}`)
      return back !== undefined && (count < back || (count === back && arrow < `${to} → ${from}`))
    }),
  )
}

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0

const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0)

const files = filesOf(rooms)
const lengths = files.flatMap(functionsIn).sort((a, b) => a.lines - b.lines)
const types = countsOf(files.flatMap(typesIn))
const repeated = [...types.values()].filter((count) => count > 1)
const graph = new Map(files.map(({ path, imports }) => [path, imports]))
const up = arrowsUp(files)
const suite = await loadSuite()
const ids = [...suite.checks, ...suite.passive].map(({ id }) => id)
const written = files
  .filter(({ path }) => /^suites\/[^/]+\//.test(path))
  .map(({ source }) => source.text)
  .join('\n')
const largest = lengths.at(-1)

console.log(
  [
    ...rooms.map((room) => {
      const of = files.filter(({ path }) => path.startsWith(`${room}/`))
      return `${room}: ${of.length} files, ${sum(of.map(({ lines }) => lines))} lines`
    }),
    `all: ${files.length} files, ${sum(files.map(({ lines }) => lines))} lines (tests apart)`,
    `functions: ${lengths.length}, median ${median(lengths.map(({ lines }) => lines))} lines, largest ${largest?.lines} (${largest?.where})`,
    `type names declared more than once: ${repeated.length}, ${sum(repeated)} times`,
    ...rooms.map((room) => {
      const circles = circlesIn(graph).filter(([first = '']) => first.startsWith(`${room}/`))
      return `import circles in ${room}: ${circles.length}${circles.length > 0 ? ` (of ${circles.map((circle) => circle.length).join(', ')} files)` : ''}`
    }),
    `arrows that run up: ${sum(up.values())}${up.size > 0 ? ` (${[...up].map(([arrow, count]) => `${arrow} ${count}`).join(', ')})` : ''}`,
    `check ids that stand literally in suites/: ${ids.filter((id) => written.includes(`'${id}'`)).length} of ${ids.length}`,
  ].join('\n'),
)
