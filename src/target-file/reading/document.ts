import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml'
import { type FileSchema, knownPath, shownPath } from '../schema.ts'
import { type KeyPath, targetFileError } from './problem.ts'
import { syntaxProblems, textProblems } from './syntax.ts'

/** A YAML or JSON file that knows the place of every value in it. */
export interface SourceFile {
  /** Every text in the file except the keys. `toTree` contains their replacements. */
  texts: TextAtPlace[]
  /** Removes a value together with its key. */
  remove: (path: KeyPath) => void
  toTree: () => unknown
  /** Returns the line of a value's key, or that of the nearest enclosing element if the value is absent. */
  lineOf: (path: KeyPath) => number
}

export interface TextAtPlace {
  path: KeyPath
  value: string
  replace: (value: string) => void
}

/**
 * Parses the file. Throws a ConfigurationError that says why the file cannot be read. The schema decides which of its
 * keys a message may show.
 */
export function readSource(file: string, text: string, schema?: FileSchema): SourceFile {
  const lines = new LineCounter()
  const flawed = textProblems(text)
  const document = parseDocument(flawed.length > 0 ? '' : text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
    logLevel: 'error',
  })
  const lineAt = (offset: number): number => lines.linePos(offset).line
  const isKnown = (key: string): boolean => knownPath([key], schema).length > 0
  const problems = flawed.length > 0 ? flawed : syntaxProblems(document, text, lines, isKnown)
  if (problems.length > 0) {
    const pathAt = pathsIn(document)
    throw targetFileError(file, problems, ({ offset, path }) => ({
      line: lineAt(Math.max(0, offset)),
      keys: shownPath(knownPath(path ?? pathAt(offset), schema), undefined, schema),
    }))
  }
  return {
    texts: textsOf(document),
    remove: (path) => document.deleteIn(path),
    toTree: () => document.toJS(),
    lineOf: (path) => lineAt(offsetOf(document, path)),
  }
}

type YamlDocument = ReturnType<typeof parseDocument>

const textsOf = (document: YamlDocument): TextAtPlace[] => {
  const texts: TextAtPlace[] = []
  visit(document, {
    Scalar: (key, scalar: Scalar, ancestors) => {
      if (key === 'key' || typeof scalar.value !== 'string') return
      const replace = (value: string): void => {
        scalar.value = value
      }
      texts.push({ path: pathOf([...ancestors, scalar]), value: scalar.value, replace })
    },
  })
  return texts
}

/** Returns the keys and indices on the path through these nodes, the innermost last. */
function pathOf(nodes: readonly unknown[]): KeyPath {
  return nodes.flatMap((node, index): KeyPath => {
    if (isPair(node)) return [nameOf(node)]
    const parent = nodes[index - 1]
    return isSeq(parent) ? [parent.items.indexOf(node)] : []
  })
}

/** Returns a function that finds the path of the last key that begins at or before an offset. */
function pathsIn(document: Document): (offset: number) => KeyPath {
  const starts: number[] = []
  const ways: Array<readonly unknown[]> = []
  visit(document, {
    Pair: (_key, pair, ancestors) => {
      starts.push(startOf(pair))
      ways.push([...ancestors, pair])
    },
  })
  return (offset) => pathOf(ways[starts.findLastIndex((start) => start <= offset)] ?? [])
}

/** Returns the offset of a value's key, or that of the nearest enclosing element if the value is absent. */
function offsetOf(document: Document, path: KeyPath): number {
  let offset = document.contents?.range?.[0] ?? 0
  let node: Node | undefined = document.contents ?? undefined
  for (const key of path) {
    const child = childOf(isAlias(node) ? node.resolve(document) : node, key)
    if (child === undefined) break
    ;({ offset, node } = child)
  }
  return offset
}

const childOf = (
  parent: Node | undefined,
  key: string | number,
): { offset: number; node: Node | undefined } | undefined => {
  if (isMap(parent)) {
    const pair = pairsIn(parent).get(key)
    return pair && { offset: startOf(pair), node: isNode(pair.value) ? pair.value : undefined }
  }
  const item = isSeq(parent) && typeof key === 'number' ? parent.items[key] : undefined
  return isNode(item) ? { offset: item.range?.[0] ?? 0, node: item } : undefined
}

const known = new WeakMap<object, ReadonlyMap<string | number, Pair>>()

/**
 * Indexes pairs by name; the first of a name wins. Cached, because a file with many mistakes needs it for each of them.
 */
const pairsIn = (parent: YAMLMap): ReadonlyMap<string | number, Pair> => {
  const pairs = known.get(parent) ?? new Map(parent.items.toReversed().map((pair) => [nameOf(pair), pair]))
  known.set(parent, pairs)
  return pairs
}

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '')

const startOf = ({ key }: Pair): number => (isScalar(key) ? (key.range?.[0] ?? 0) : 0)
