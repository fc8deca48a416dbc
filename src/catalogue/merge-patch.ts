import { isObject } from '../core/json.ts'

/**
 * JSON Merge Patch (RFC 7396): what `patch` names replaces what `target` has, null takes it away, mappings are merged
 * key by key, lists are replaced as a whole.
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
