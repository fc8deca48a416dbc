import type { Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import type { Shown } from '../core/answer.ts'
import { isExactNumber, jsonOf } from '../core/json.ts'
import { type Alter, depthOf, digitsLost, everyText } from '../faults/answers/altered-values.ts'

interface Keeping {
  id: string
  says: string
  /** The end of the requirement that the server departs from. */
  requirement: string
  grade: 'warning' | 'note'
  alter: Alter
  /** The payments that show it. Only outgoing ones by default. */
  kinds?: ReadonlyArray<'outgoing' | 'incoming'>
}

const keeping = ({ id, says, requirement, grade, alter, kinds = ['outgoing'] }: Keeping): Variant => ({
  id,
  says,
  departs: kinds.map((kind) => ({
    requirement: `create-${kind}-payment.metadata.${requirement}`,
    grade,
  })),
  // Leaving out metadata would hide the change.
  excludes: ['optional-fields-left-out'],
  override: ({ outgoingPayments, incomingPayments }) => ({
    outgoingPayments: { show: (payment) => stored(alter, outgoingPayments.show(payment)) },
    incomingPayments: { show: (payment) => stored(alter, incomingPayments.show(payment)) },
  }),
})

const stored = (alter: Alter, shown: Shown): Shown =>
  shown.metadata ? { ...shown, metadata: alter(shown.metadata) } : shown

/** Simulates a database that keeps neither U+0000 nor deeply nested values. */
const asStored: Alter = (value) =>
  depthOf(value) > 100 ? {} : everyText((text) => text.replaceAll('\u0000', ''))(value)

/** Variants that alter kinds of metadata which few senders use. */
export const metadataVariants: readonly Variant[] = [
  keeping({
    id: 'metadata-as-stored',
    says: 'Metadata loses the character U+0000, and becomes empty if it is nested more than 100 levels deep',
    requirement: 'odd-kept',
    grade: 'warning',
    alter: asStored,
  }),
  keeping({
    id: 'metadata-normalized',
    says: 'Strings in metadata are stored in Unicode normal form NFC',
    requirement: 'odd-kept',
    grade: 'warning',
    alter: everyText((text) => text.normalize('NFC')),
    kinds: ['outgoing', 'incoming'],
  }),
  keeping({
    id: 'metadata-sanitized',
    says: 'Strings in metadata lose characters that are not visible, such as U+202E and U+FEFF',
    requirement: 'odd-kept',
    grade: 'warning',
    alter: everyText((text) => text.replace(/[\u202e\ufeff]/g, '')),
    kinds: ['outgoing', 'incoming'],
  }),
  keeping({
    id: 'metadata-in-doubles',
    says: 'Numbers in metadata are rounded to doubles',
    requirement: 'digits-kept',
    grade: 'note',
    alter: digitsLost,
  }),
]

/** Reverses the order of members everywhere in a JSON value. The value stays the same. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  const members = Object.entries(value as Shown).reverse()
  return Object.fromEntries(members.map(([name, inner]) => [name, turned(inner)]))
}

/** Writes JSON with indentation, escaped slashes, and a fraction of zero after each assetScale. */
const written = (body: unknown): string =>
  jsonOf(turned(body), 2)
    .replaceAll('/', '\\/')
    .replace(/("assetScale": \d+)/g, '$1.0')

/** Variants of how JSON is written. They come last, because nothing may change the text afterwards. */
export const writingVariants: readonly Variant[] = [
  {
    id: 'json-written-otherwise',
    says: 'JSON is indented, with members in the opposite order, escaped slashes and an assetScale of 2.0',
    override: replacing('answers', 'answered', {
      gives: (whole) => {
        const headers = { ...whole.headers, 'content-type': 'application/json;charset="UTF-8"' }
        return whole.status < 300 ? { ...whole, headers, text: written(whole.body) } : whole
      },
    }),
  },
]
