import { any, each, type Given } from '../../../src/check/cases/given.ts'
import { leftOpen } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { inWords } from '../../../src/core/amount.ts'
import { contentType, contentTypes } from '../../../src/generate/content-types.ts'
import { type ExtraField, extraFieldOf, extraFields, withField } from '../../../src/generate/extra-field.ts'
import { writtenWith } from '../../../src/generate/written-json.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import { fieldsIn, type RequestDraft } from '../../../src/http/draft.ts'
import { amountIn } from '../../support/fields.ts'
import { creatingQuote } from '../../support/operations.ts'
import { withFields } from '../../support/requests.ts'

/**
 * A check of a quote request that is odd in a way which the interface leaves open. The server may serve or refuse it,
 * but must not answer with a 5xx.
 */
const odd = <T>(check: {
  id: string
  title: string
  requirement: string
  fault: string
  given: Given<T>
  vary: (draft: RequestDraft, given: T) => RequestDraft
  /** Says in words what an accepted response shows. */
  shows?: (answer: Answer) => string
}) =>
  refusal<Record<never, never>, T>({
    id: check.id,
    title: check.title,
    detects: check.fault,
    on: [creatingQuote],
    cases: check.given,
    mutate: check.vary,
    expect: leftOpen(check.requirement, check.shows),
  })

export const unknownField = odd<ExtraField>({
  id: 'quote-bodies/unknown-field',
  title: 'How the server treats a quote request with a field that the interface does not name',
  requirement: 'service.request-body.unknown-fields',
  fault: 'unknown-field-answered-500',
  given: any(() => extraFieldOf('CreateQuoteRequest'), { first: extraFields, times: 0.5 }),
  vary: (draft, field) => ({ ...draft, body: withField(fieldsIn(draft), field) }),
})

export const nullForOptional = odd({
  id: 'quote-bodies/null-for-optional',
  title: 'How the server treats a quote request with null in place of the other amount',
  requirement: 'service.request-body.null-for-optional',
  fault: 'null-for-optional-answered-500',
  given: each('receiveAmount', 'debitAmount'),
  vary: (draft, field) => {
    const { debitAmount, ...rest } = fieldsIn(draft)
    const other = field === 'debitAmount' ? 'receiveAmount' : 'debitAmount'
    return { ...draft, body: { ...rest, [other]: debitAmount, [field]: null } }
  },
})

/** The members of a quote request, and the one of its amount that a quote shows, by their paths. */
const members = ['walletAddress', 'receiver', 'method', 'debitAmount', 'debitAmount.value']

/** The two values of a member that occurs twice. If they differ, readers differ in what is requested. */
const orders = ['the same value twice', 'null before the value', 'null after the value'] as const
const otherValues = ['another value before it', 'another value after it'] as const

type Twice = { member: string; order: (typeof orders)[number] | (typeof otherValues)[number] }

const pairOf = (value: unknown, order: Twice['order']): unknown[] => {
  if (order === 'the same value twice') return [value, value]
  const other = otherValues.some((one) => one === order) ? String(BigInt(String(value)) + 1n) : null
  return order.includes('before') ? [other, value] : [value, other]
}

/** Names the amount of an accepted quote, because it shows which of two values counts. */
const quotedFor = (answer: Answer): string => {
  const amount = amountIn(answer, 'debitAmount')
  return amount ? `accepted, with debitAmount ${inWords(amount)}` : 'accepted'
}

export const duplicateKeys = odd<Twice>({
  id: 'quote-bodies/duplicate-keys',
  title: 'How the server treats a quote request in which a field occurs twice',
  requirement: 'service.request-body.duplicate-keys',
  fault: 'duplicate-keys-answered-500',
  given: each<Twice>(
    ...members.flatMap((member) => orders.map((order) => ({ member, order }))),
    ...otherValues.map((order) => ({ member: 'debitAmount.value', order })),
  ),
  vary: (draft, { member, order }) => {
    const text = writtenWith(fieldsIn(draft), member.split('.'), (name, value) =>
      pairOf(value, order)
        .map((one) => `${JSON.stringify(name)}:${JSON.stringify(one)}`)
        .join(','),
    )
    return { ...draft, body: Buffer.from(text) }
  },
  shows: quotedFor,
})

const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  `${open.repeat(depth)}null${close.repeat(depth)}`

const shapes = { lists: ['[', ']'], objects: ['{"a":', '}'] } as const

export const nesting = odd({
  id: 'quote-bodies/deep-nesting',
  title: 'How the server treats a quote request with a deeply nested value',
  requirement: 'service.request-body.nesting',
  fault: 'deep-nesting-answered-500',
  given: each(
    ...(['lists', 'objects'] as const).flatMap((shape) =>
      [30, 100, 500, 900].map((depth) => ({ shape, depth })),
    ),
  ),
  vary: (draft, { shape, depth }) => {
    const body = JSON.stringify(fieldsIn(draft)).slice(0, -1)
    return { ...draft, body: Buffer.from(`${body},"note":${nested(depth, shapes[shape])}}`) }
  },
})

export const sizes = odd({
  id: 'quote-bodies/large',
  title: 'How the server treats a quote request with a very long field',
  requirement: 'service.body-sizes',
  fault: 'large-body-answered-500',
  given: each(...[10_000, 100_000, 1_100_000].map((characters) => ({ characters }))),
  vary: (draft, { characters }) => withFields(draft, { note: 'x'.repeat(characters) }),
})

export const otherContentType = odd({
  id: 'quote-bodies/content-type',
  title: 'How the server treats a quote request with another content type',
  requirement: 'service.request-body.content-type',
  fault: 'other-content-type-answered-500',
  given: any(() => contentType, { first: contentTypes, times: 0.5 }),
  vary: (draft, type) => ({ ...draft, headers: { 'content-type': type } }),
})

/** Writes the valid body, with a note that is not ASCII, in another encoding than UTF-8 or declared as one. */
const writings = {
  'UTF-8 with a byte order mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without a byte order mark': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16 in the other order': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'ISO-8859-1': (text: string) => Buffer.from(text, 'latin1'),
  'UTF-8 that ends in the middle of a character': (text: string) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xc3]), Buffer.from('"}')]),
  'half a surrogate pair in UTF-8': (text: string) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from('"}')]),
  'half a surrogate pair, escaped': (text: string) => Buffer.from(`${text.slice(0, -2)}\\ud83d"}`),
  'a character in more bytes than necessary': (text: string) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
}

const saying = ['utf-8', 'utf-16', 'iso-8859-1', undefined] as const

export const otherCharset = odd({
  id: 'quote-bodies/charset',
  title: 'How the server treats a quote request that is not UTF-8',
  requirement: 'service.request-body.content-type',
  fault: 'other-charset-answered-500',
  given: each(
    ...(Object.keys(writings) as Array<keyof typeof writings>).flatMap((writing) =>
      saying.map((charset) => ({ writing, ...(charset === undefined ? {} : { charset }) })),
    ),
  ),
  vary: (draft, { writing, charset }: { writing: keyof typeof writings; charset?: string }) => ({
    ...draft,
    body: writings[writing](JSON.stringify({ ...fieldsIn(draft), note: 'é' })),
    ...(charset === undefined ? {} : { headers: { 'content-type': `application/json; charset=${charset}` } }),
  }),
})
