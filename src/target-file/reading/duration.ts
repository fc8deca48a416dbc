const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** Converts a duration such as `500ms`, `5s` or `2m` to milliseconds. Throws if the text is not a duration. */
export function milliseconds(duration: string): number {
  const [, count, unit = ''] = /^([0-9]+)(ms|s|m)$/.exec(duration) ?? []
  const factor = units[unit]
  if (count === undefined || factor === undefined) throw new Error('not a duration')
  return Number(count) * factor
}
