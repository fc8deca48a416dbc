import { asObject } from '../core/json.ts'

/** A JSON value with a JSON Merge Patch applied (RFC 7396): null takes a member away. */
export function merged(value: unknown, patch: unknown): unknown {
  const differences = asObject(patch)
  if (!differences) return patch
  const whole: Record<string, unknown> = { ...asObject(value) }
  for (const [name, differs] of Object.entries(differences)) {
    if (differs === null) delete whole[name]
    else whole[name] = merged(whole[name], differs)
  }
  return whole
}
