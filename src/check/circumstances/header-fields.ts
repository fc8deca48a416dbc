import { randomUUID } from 'node:crypto'
import { loadRequestHeaders, type RequestHeader } from '../../catalogue/request-headers.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { urlOf } from '../../http/request/message.ts'
import type { Target } from '../../target-file/target.ts'
import type { Circumstance } from './circumstance.ts'

type FieldPart = 'method' | 'scheme' | 'host' | 'port' | 'path' | 'uuid'

/** Returns what may stand in the value of a header: parts of the request, and a text of its own. */
const partsOf = (draft: RequestDraft, target: Target): Record<FieldPart, string> => {
  const url = new URL(urlOf(draft, target))
  const scheme = url.protocol.slice(0, -1)
  return {
    method: draft.method,
    scheme,
    host: url.host,
    port: url.port || (scheme === 'https' ? '443' : '80'),
    path: url.pathname + url.search,
    uuid: randomUUID(),
  }
}

const filledIn = (value: string, draft: RequestDraft, target: Target): string => {
  if (!value.includes('{')) return value
  const parts = partsOf(draft, target)
  return value.replace(/\{(\w+)\}/g, (_, part: FieldPart) => parts[part])
}

/** Proxies in front of the target may need the headers that its target file adds, so these are left as they are. */
const isSetBy = ({ connection }: Target, name: string): boolean =>
  Object.keys(connection.headers).some((own) => own.toLowerCase() === name)

/** Headers that repeat a long URL would together exceed what servers take. */
const repeatsLongUrl = (value: string, draft: RequestDraft, target: Target): boolean =>
  value.includes('{path}') && urlOf(draft, target).length > 1000

const withField = (field: RequestHeader, value: string, factor: string): Circumstance => ({
  factor,
  name: `with ${[field.name, ...field.also].join(', ')}: ${value}`,
  apply: (draft, { target }) => {
    const names = [field.name, ...field.also].filter((name) => !isSetBy(target, name))
    if ((field.ofBody && draft.body === undefined) || names.length === 0) return undefined
    if (repeatsLongUrl(value, draft, target)) return undefined
    const filled = filledIn(value, draft, target)
    const own = Object.fromEntries(names.map((name) => [name, filled]))
    return { ...draft, furtherHeaders: { ...draft.furtherHeaders, ...own } }
  },
  ...(field.open.includes(value) && { isOpen: true }),
  ...(field.answers.includes(304) && { mayBeUnmodified: true }),
})

/**
 * The header fields of the registry. The values of a field are alternatives, and so are two neighbours that have one
 * value each. One full row therefore has about half of all, and the other the rest.
 */
export function headerFields(): Circumstance[] {
  const all = loadRequestHeaders()
  const alone = all.filter(({ values }) => values.length === 1)
  const factorOf = (field: RequestHeader): string => {
    const [first] = field.values.length > 1 ? [field] : alone.slice(alone.indexOf(field) & ~1)
    return `header ${first?.name}`
  }
  return all.flatMap((field) => field.values.map((value) => withField(field, value, factorOf(field))))
}
