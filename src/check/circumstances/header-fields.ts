import { loadRequestHeaders, type RequestHeader } from '../../catalogue/request-headers.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { urlOf } from '../../http/request/message.ts'
import type { Target } from '../../target-file/target.ts'
import type { Circumstance } from './circumstance.ts'

/** Proxies in front of the target may need the headers that its target file adds, so these are left as they are. */
const isSetBy = ({ connection }: Target, name: string): boolean =>
  Object.keys(connection.headers).some((own) => own.toLowerCase() === name)

const longFrom = 1000

/**
 * Returns true for a header that would repeat a long URL: several of them would together exceed what servers take. A
 * text of the query that is long enough shows it without the URL being made.
 */
const repeatsLongUrl = (value: string, draft: RequestDraft, target: Target): boolean =>
  value.includes('{path}') &&
  (draft.query?.some(([, text]) => text.length >= longFrom) === true ||
    urlOf(draft, target).length > longFrom)

const withField = (field: RequestHeader, value: string, factor: string): Circumstance => ({
  factor,
  name: `with ${[field.name, ...field.also].join(', ')}: ${value}`,
  apply: (draft, { target }) => {
    const names = [field.name, ...field.also].filter((name) => !isSetBy(target, name))
    if ((field.ofBody && draft.body === undefined) || names.length === 0) return undefined
    if (repeatsLongUrl(value, draft, target)) return undefined
    const own = Object.fromEntries(names.map((name) => [name, value]))
    return { ...draft, furtherHeaders: [...(draft.furtherHeaders ?? []), own] }
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
