import type { Document, Node, Pair } from 'yaml'
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, visit } from 'yaml'
import type { KeyPath } from './problem.ts'

/** The keys and indices on the way down through nodes, the innermost last. */
export function pathOf(nodes: readonly unknown[]): KeyPath {
  return nodes.flatMap((node, index): KeyPath => {
    if (isPair(node)) return [nameOf(node)]
    const parent = nodes[index - 1]
    return isSeq(parent) ? [parent.items.indexOf(node)] : []
  })
}

/** Path of the last key that begins at or before an offset. */
export function pathAt(document: Document, offset: number): KeyPath {
  let path: KeyPath = []
  visit(document, {
    Pair: (_key, pair, ancestors) => {
      if (startOf(pair) <= offset) path = pathOf([...ancestors, pair])
    },
  })
  return path
}

/** Where the key of a value begins; of the nearest thing around it where the value is absent. */
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
    const pair = parent.items.find((item) => nameOf(item) === key)
    return pair && { offset: startOf(pair), node: isNode(pair.value) ? pair.value : undefined }
  }
  const item = isSeq(parent) && typeof key === 'number' ? parent.items[key] : undefined
  return isNode(item) ? { offset: item.range?.[0] ?? 0, node: item } : undefined
}

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '')

const startOf = ({ key }: Pair): number => (isScalar(key) ? (key.range?.[0] ?? 0) : 0)
