import type { Shown } from '../../core/answer.ts'
import type { OutgoingPayment } from '../../state/resources.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { decoded } from '../requests/weaker.ts'
import {
  type Alter,
  asSet,
  countedAsLists,
  cut,
  depthOf,
  digitsLost,
  everyKey,
  everyText,
  everywhere,
  flattened,
  forHtml,
  keysAsPaths,
  levels,
  reserved,
  withoutNamed,
  withoutNulls,
} from './altered-values.ts'

/** Shows altered metadata if a payment has any. */
const shownAs =
  (alter: Alter) =>
  (shown: Shown, { metadata }: OutgoingPayment): Shown =>
    metadata ? { ...shown, metadata: alter(metadata) } : shown

/** Makes a fault that alters the metadata that a payment shows. */
const altering = (breaks: string, id: string, says: string, alter: Alter) => ({
  id,
  breaks,
  says,
  gives: shownAs(alter),
})

const kept = 'create-outgoing-payment.metadata.kept'
const oddKept = 'create-outgoing-payment.metadata.odd-kept'

const hasMetadata = ({ metadata }: OutgoingPayment): boolean => metadata !== undefined

export const metadataFaults: readonly Defect[] = faultsBy('outgoingPayments', 'show', [
  {
    id: 'metadata-of-another-payment',
    breaks: kept,
    says: 'A payment without metadata shows that of the latest payment that has some',
    by: (show, world) => (payment) => {
      const latest = payment.metadata ? undefined : [...world.outgoingPayments.all()].findLast(hasMetadata)
      return { ...show(payment), ...(latest && { metadata: latest.metadata }) }
    },
  },
  altering(kept, 'metadata-cut', 'Strings in metadata are cut at 1,000 characters', everyText(cut(1000))),
  altering(kept, 'metadata-keys-cut', 'Keys in metadata are cut at 255 characters', everyKey(cut(255))),
  altering(
    oddKept,
    'metadata-keys-of-the-basic-plane',
    'Keys in metadata lose the characters beyond the Basic Multilingual Plane',
    everyKey((key) => key.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ),
  altering(
    kept,
    'metadata-altered',
    'Numbers and booleans in metadata come back as strings',
    everywhere((value) => (value === null ? value : String(value))),
  ),
  altering(
    kept,
    'metadata-numbers-rounded',
    'Numbers in metadata come back as integers',
    everywhere((value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  ),
  altering(kept, 'metadata-without-nulls', 'Null members of metadata are left out', withoutNulls),
  altering(kept, 'metadata-flattened', 'Nested metadata comes back as JSON text', flattened),
  altering(oddKept, 'metadata-extended', 'Metadata comes back with a key that the server added', (value) => ({
    ...Object(value),
    source: 'api',
  })),
  altering(
    kept,
    'metadata-keys-lowered',
    'Keys in metadata come back in lower case',
    everyKey((key) => key.toLowerCase()),
  ),
  altering(
    kept,
    'metadata-keys-as-paths',
    'Keys in metadata that have a dot come back as nested objects',
    keysAsPaths,
  ),
  altering(
    kept,
    'metadata-counted-keys-as-lists',
    'Objects in metadata whose keys count from zero come back as lists',
    countedAsLists,
  ),
  altering(
    kept,
    'metadata-escaped-for-html',
    'The characters &, < and > in metadata come back as references of HTML',
    everyText(forHtml),
  ),
  altering(
    kept,
    'metadata-percent-decoded',
    'Percent-encoded characters in metadata come back decoded',
    everyText(decoded),
  ),
  altering(
    kept,
    'metadata-lists-of-hundred',
    'Lists in metadata come back with their first hundred items',
    everywhere(
      (value) => value,
      (list) => list.slice(0, 100),
    ),
  ),
  altering(
    kept,
    'metadata-of-ten-levels',
    'Values in metadata that are nested more than ten levels deep come back empty',
    levels(10),
  ),
  altering(
    kept,
    'metadata-templates-filled',
    'Placeholders of templates in metadata come back filled in',
    everyText((text) => text.replaceAll(/\$?\{+\w+\}+/g, '')),
  ),
  altering(
    kept,
    'metadata-ids-dropped',
    'Members of metadata with the name id or _id are left out',
    withoutNamed(new Set(['id', '_id'])),
  ),
  altering(
    kept,
    'metadata-lists-as-sets',
    'Lists in metadata come back with each text, number and null once',
    everywhere((value) => value, asSet),
  ),
  altering(kept, 'metadata-of-fifty-members', 'Only the first fifty members of metadata come back', (value) =>
    Object.fromEntries(Object.entries(Object(value)).slice(0, 50)),
  ),
  altering(
    kept,
    'metadata-digits-as-numbers',
    'Strings of digits in metadata come back as numbers',
    everywhere((value) => (/^\d+$/.test(String(value)) ? Number(value) : value)),
  ),
  altering(
    oddKept,
    'metadata-planes-mangled',
    'Characters beyond the Basic Multilingual Plane come back as replacement characters in metadata',
    everyText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
  ),
  altering(
    oddKept,
    'metadata-normalized',
    'Strings in metadata come back in Unicode normal form NFC',
    everyText((text) => text.normalize('NFC')),
  ),
  altering(
    oddKept,
    'metadata-ends-at-nul',
    'Strings in metadata are cut before a character U+0000',
    everyText((text) => text.split('\u0000', 1).join('')),
  ),
  altering(
    oddKept,
    'metadata-reserved-names-dropped',
    'Members of metadata with the name __proto__ or constructor are left out',
    withoutNamed(reserved),
  ),
  altering(
    oddKept,
    'metadata-flat-after-hundred',
    'Metadata that is nested more than 100 levels deep comes back empty',
    (value) => (depthOf(value) > 100 ? {} : value),
  ),
  {
    id: 'metadata-digits-lost',
    breaks: 'create-outgoing-payment.metadata.digits-kept',
    says: 'Numbers in metadata are rounded to doubles',
    gives: shownAs(digitsLost),
  },
])
