import type { SchemaObject } from 'ajv/dist/2020.js'

/** Returns the schema without its promise that keys may be added, so that a test notices an undocumented key. */
export function closed(schema: SchemaObject): SchemaObject {
  return Object(closedIn(schema))
}

const closedIn = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closedIn)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closedIn(value)]))
  return 'type' in node && node.type === 'object' && 'properties' in node
    ? { additionalProperties: false, ...inner }
    : inner
}
