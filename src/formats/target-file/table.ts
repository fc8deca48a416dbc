import { definitions, targetFile } from './document.ts'

/** A place in the description, as far as the table of keys shows it. */
interface DescribedKey {
  $ref?: string
  type?: unknown
  title?: string
  description?: string
  default?: unknown
  properties?: Record<string, DescribedKey>
  required?: readonly string[]
}

/** The keys that have a table of their own, in the section of the guide that is about them. */
const ownTables = ['signing', 'tokens', 'client', 'grants', 'receivers', 'limits', 'clock', 'tls']

/** Returns the tables of all keys of the target file in Markdown, by the parts of the guide that they stand in. */
export function keyTables(): Map<string, string> {
  const described: object = targetFile
  const root: DescribedKey = described
  const own = ownTables.map((key): [string, string] => [
    `keys of ${key}`,
    tableOf(`key of \`${key}\``, rowsOf(resolved(root.properties?.[key] ?? {}), '')),
  ])
  return new Map([['keys', tableOf('key', rowsOf(root, ''))], ...own])
}

const tableOf = (heading: string, rows: readonly string[]): string =>
  [`| ${heading} | value | default | meaning |`, '|---|---|---|---|', ...rows].join('\n')

const rowsOf = ({ properties = {}, required = [] }: DescribedKey, before: string): string[] =>
  Object.entries(properties).flatMap(([key, entry]) => {
    const place = resolved(entry)
    const path = `${before}${key}`
    const row = [`\`${path}\``, place.title, defaultOf(place, required.includes(key)), place.description]
    const isListed = place.type === 'object' && !ownTables.includes(key)
    return [`| ${row.map(cell).join(' | ')} |`, ...(isListed ? rowsOf(place, `${path}.`) : [])]
  })

const resolved = ({ $ref, ...place }: DescribedKey): DescribedKey => ({
  ...(definitions as Record<string, DescribedKey>)[$ref?.replace('#/$defs/', '') ?? ''],
  ...place,
})

const defaultOf = ({ default: value }: DescribedKey, isRequired: boolean): string => {
  if (value === undefined) return isRequired ? 'required' : ''
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0
  return isEmpty ? '' : `\`${JSON.stringify(value)}\``
}

const cell = (text = ''): string => text.replaceAll('|', '\\|')
