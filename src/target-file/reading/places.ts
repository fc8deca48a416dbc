import type { Document, Node, Pair, YAMLMap } from 'yaml'
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, visit } from 'yaml'
import type { KeyPath } from './problem.ts'

/** Returns the keys and indices on the path through these nodes, the innermost last. */
export function pathOf(nodes: readonly unknown[]): KeyPath {
  return nodes.flatMap((node, index): KeyPath => {
    if (isPair(node)) return [nameOf(node)]
    const parent = nodes[index - 1]
    return isSeq(parent) ? [parent.items.indexOf(node)] : []
  })
}

/** Returns a function that finds the path of the last key that begins at or before an offset. */
export function pathsIn(document: Document): (offset: number) => KeyPath {
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
export function offsetOf(document: Document, path: KeyPath): number {
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
