import { isObject } from '../core/json.ts'

/** Writes a member of an object: its name, its value, or both in any form, even one that is not JSON. */
export type WriteMember = (name: string, value: unknown) => string

/**
 * Writes an object as compact JSON, but the member at `path` as `write` does. The path lists the names from the outside
 * in. A member that the object lacks is written last, with the value undefined.
 */
export function writtenWith(
  object: Record<string, unknown>,
  [name = '', ...inner]: readonly string[],
  write: WriteMember,
): string {
  const members = Object.entries({ ...object, [name]: object[name] }).flatMap(([one, value]) => {
    if (one !== name) return value === undefined ? [] : [`${JSON.stringify(one)}:${JSON.stringify(value)}`]
    if (inner.length === 0) return [write(one, value)]
    return [`${JSON.stringify(one)}:${writtenWith(isObject(value) ? value : {}, inner, write)}`]
  })
  return `{${members.join(',')}}`
}
