import { asObject } from '../core/json.ts'

/** Deeper than anybody describes a payment, and no deeper than can be written out again. */
const deepest = 500

/** Whether metadata is an object that can be given back as the same JSON value: not too deep. */
export function isKeepable(metadata: unknown): boolean {
  if (!asObject(metadata)) return false
  let level: unknown[] = [metadata]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false
    level = level.flatMap(within)
  }
  return true
}

const within = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []
