/** The body as a client may have had it when it took the digest, by what it is then. */
export function otherBodies(body: string): Map<string, string> {
  return new Map([
    ['no body at all', ''],
    ['the same without the line break at its end', body.replace(/\r?\n$/, '')],
    ['the same with a line break at its end', `${body}\n`],
    ['the same with LF for CR LF', body.replaceAll('\r\n', '\n')],
    ['the same with CR LF for LF', body.replaceAll(/\r?\n/g, '\r\n')],
    ['the same without white space around it', body.trim()],
    ['the same without the byte order mark', body.replace(/^\ufeff/, '')],
    ...asJson(body),
  ])
}

const asJson = (body: string): Array<[string, string]> => {
  try {
    const value: unknown = JSON.parse(body)
    const compact = JSON.stringify(value)
    return [
      ['the same JSON, written compactly', compact],
      ['the same JSON, written with an indent of 2', JSON.stringify(value, null, 2)],
      ['the same JSON, written with an indent of 4', JSON.stringify(value, null, 4)],
      ['the same JSON, written with tabs', JSON.stringify(value, null, '\t')],
      ['the same JSON, written with spaces after commas and colons', spaced(value)],
      ['the same JSON, its keys sorted', JSON.stringify(sorted(value))],
      ['the same JSON, its slashes escaped', compact.replaceAll('/', '\\/')],
      ['the same JSON, with non-ASCII characters escaped', escaped(compact)],
      ['the same JSON as a JSON string', JSON.stringify(body)],
      ...(typeof value === 'string' ? [['the JSON within this JSON string', value] as [string, string]] : []),
    ]
  } catch {
    return []
  }
}

/** As Python's json.dumps has it. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value))
  return `{${Object.entries(value)
    .map(([key, item]) => `${escaped(JSON.stringify(key))}: ${spaced(item)}`)
    .join(', ')}}`
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}

const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
