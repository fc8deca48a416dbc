/** A place in the source, as StrykerJS shows it. */
interface Place {
  node: Node
  parent?: Node
}

interface Node {
  type: string
  /** The key of a property. */
  key?: Node
  value?: unknown
  /** The callee of a call. */
  callee?: Node
  name?: string
}

/**
 * Names of members that hold the reason of a refusal or the guard's name. The interface leaves the bodies of refusals
 * open.
 */
const spoken = ['description', 'reason', 'expected', 'remedy', 'requirement', 'guard', 'id']
const speaking = ['badRequest', 'unauthorized', 'forbidden', 'notFound', 'rule', 'Error', 'CannotDo']
const texts = ['StringLiteral', 'TemplateLiteral']

/** Excludes the texts of refusals from mutation. */
export const textsOfRefusals = {
  shouldIgnore(path: object): string | undefined {
    const { node, parent } = path as Place
    if (!texts.includes(node.type) || !parent) return undefined
    const isSpoken = parent.value === node && spoken.includes(parent.key?.name ?? '')
    return isSpoken || speaking.includes(parent.callee?.name ?? '') ? 'the text of a refusal' : undefined
  },
}
