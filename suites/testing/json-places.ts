/** The place of a value in another: keys and indices from the outside in. */
export type JsonPath = ReadonlyArray<string | number>

/** Every place of a JSON value, the value itself first. */
export function placesIn(value: unknown, place: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [place]
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [place, ...members.flatMap(([key, item]) => placesIn(item, [...place, key]))]
}

export function valueAt(value: unknown, place: JsonPath): unknown {
  return place.reduce<unknown>((inner, key) => Object(inner)[key], value)
}

/** The value with another one at that place, or without it if `change` returns undefined. */
export function withAt(
  value: unknown,
  [key, ...rest]: JsonPath,
  change: (inner: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value)
  const kept = <K>(entries: Array<[K, unknown]>): Array<[K, unknown]> =>
    entries.flatMap(([name, item]): Array<[K, unknown]> => {
      const changed = (name as unknown) === key ? withAt(item, rest, change) : item
      return changed === undefined ? [] : [[name, changed]]
    })
  return Array.isArray(value)
    ? kept([...value.entries()]).map(([, item]) => item)
    : Object.fromEntries(kept(Object.entries(Object(value))))
}
