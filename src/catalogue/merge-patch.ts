import { isObject } from '../core/json.ts'

/**
 * Applies a JSON Merge Patch (RFC 7396): values of `patch` replace those of `target`, null removes them, mappings are
 * merged key by key, and lists are replaced as a whole.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}
