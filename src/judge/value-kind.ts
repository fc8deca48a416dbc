import { unescaped } from '../core/urls.ts'

/** Detects a time-out, a reset or a 5xx, as `answerInWords` words it. Several such failures may have several causes. */
export function isServerFailure(got: string): boolean {
  return /^(?:status 5\d\d|no answer)/.test(got)
}

/**
 * Describes the kind of a case's value, in words that follow its name: `from 2^63`, `beyond ASCII`. Values of one kind
 * are assumed to bring a server down for one reason.
 */
export function valueKind(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return textKind(value)
  if (value === null) return 'that is null'
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) return 'in a sequence'
  if (isFields(value)) return [...new Set(Object.values(value).map(valueKind))].join(', ')
  return 'of another type'
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length > 0

const textKind = (text: string): string => {
  if (text === '') return 'that is empty'
  if (/^[0-9]{1,400}$/.test(text)) return digitsKind(text)
  const decoded = decodedFrom(text)
  const [, kind] = kinds.find(([is]) => is(decoded)) ?? []
  return kind ?? 'of another form'
}

const longest = 1000

const kinds: ReadonlyArray<readonly [is: (text: string) => boolean, kind: string]> = [
  [(text) => text.length > longest, `of more than ${longest} characters`],
  [(text) => /\p{Cc}/u.test(text), 'with control characters'],
  [(text) => /[^\p{ASCII}]/u.test(text), 'beyond ASCII'],
  [(text) => /^[-+ ]?[0-9][0-9._,eExn]*$/.test(text.trim()), 'that is another number'],
  [(text) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text), 'that is another URI'],
]

const bounds = [64n, 63n, 53n].map((exponent) => [2n ** exponent, `from 2^${exponent}`] as const)

const digitsKind = (text: string): string => {
  const value = BigInt(text)
  if (text.length > 1 && text.startsWith('0')) return 'with leading zeros'
  if (value === 0n) return 'of 0'
  const [, kind] = bounds.find(([least]) => value >= least) ?? []
  return kind ?? 'below 2^53'
}

/** Decodes a text as it may stand in a path or a query. */
const decodedFrom = (text: string): string => unescaped(text) ?? `${text}\u0080`
