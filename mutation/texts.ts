/** A place in the source, as StrykerJS shows it. */
interface Place {
  node: Node
  parent?: Node
}

interface Node {
  type: string
  /** Of a property. */
  key?: Node
  value?: unknown
  /** Of a call. */
  callee?: Node
  name?: string
}

/** What says why a request is refused, and names the guard: the interface leaves the bodies of refusals open. */
const spoken = ['description', 'reason', 'expected', 'remedy', 'requirement', 'guard', 'id']
const speaking = ['badRequest', 'unauthorized', 'forbidden', 'notFound', 'rule', 'Error', 'CannotDo']
const texts = ['StringLiteral', 'TemplateLiteral']

/** Leaves the texts of refusals as they are. */
export const textsOfRefusals = {
  shouldIgnore(path: object): string | undefined {
    const { node, parent } = path as Place
    if (!texts.includes(node.type) || !parent) return undefined
    const isSpoken = parent.value === node && spoken.includes(parent.key?.name ?? '')
    return isSpoken || speaking.includes(parent.callee?.name ?? '') ? 'the text of a refusal' : undefined
  },
}
