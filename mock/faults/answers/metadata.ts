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
const altering = (breaks: string, says: string, alter: Alter) => ({
  breaks,
  says,
  gives: shownAs(alter),
})

const kept = 'create-outgoing-payment.metadata.kept'
const oddKept = 'create-outgoing-payment.metadata.odd-kept'

const hasMetadata = ({ metadata }: OutgoingPayment): boolean => metadata !== undefined

export const metadataFaults: readonly Defect[] = faultsBy('outgoingPayments', 'show', {
  'metadata-of-another-payment': {
    breaks: kept,
    says: 'A payment without metadata shows that of the latest payment that has some',
    by: (show, world) => (payment) => {
      const latest = payment.metadata ? undefined : [...world.outgoingPayments.all()].findLast(hasMetadata)
      return { ...show(payment), ...(latest && { metadata: latest.metadata }) }
    },
  },
  'metadata-cut': altering(kept, 'Strings in metadata are cut at 1,000 characters', everyText(cut(1000))),
  'metadata-keys-cut': altering(kept, 'Keys in metadata are cut at 255 characters', everyKey(cut(255))),
  'metadata-keys-of-the-basic-plane': altering(
    oddKept,
    'Keys in metadata lose the characters beyond the Basic Multilingual Plane',
    everyKey((key) => key.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ),
  'metadata-altered': altering(
    kept,
    'Numbers and booleans in metadata come back as strings',
    everywhere((value) => (value === null ? value : String(value))),
  ),
  'metadata-numbers-rounded': altering(
    kept,
    'Numbers in metadata come back as integers',
    everywhere((value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  ),
  'metadata-without-nulls': altering(kept, 'Null members of metadata are left out', withoutNulls),
  'metadata-flattened': altering(kept, 'Nested metadata comes back as JSON text', flattened),
  'metadata-extended': altering(oddKept, 'Metadata comes back with a key that the server added', (value) => ({
    ...Object(value),
    source: 'api',
  })),
  'metadata-keys-lowered': altering(
    kept,
    'Keys in metadata come back in lower case',
    everyKey((key) => key.toLowerCase()),
  ),
  'metadata-keys-as-paths': altering(
    kept,
    'Keys in metadata that have a dot come back as nested objects',
    keysAsPaths,
  ),
  'metadata-counted-keys-as-lists': altering(
    kept,
    'Objects in metadata whose keys count from zero come back as lists',
    countedAsLists,
  ),
  'metadata-escaped-for-html': altering(
    kept,
    'The characters &, < and > in metadata come back as references of HTML',
    everyText(forHtml),
  ),
  'metadata-percent-decoded': altering(
    kept,
    'Percent-encoded characters in metadata come back decoded',
    everyText(decoded),
  ),
  'metadata-lists-of-hundred': altering(
    kept,
    'Lists in metadata come back with their first hundred items',
    everywhere(
      (value) => value,
      (list) => list.slice(0, 100),
    ),
  ),
  'metadata-of-ten-levels': altering(
    kept,
    'Values in metadata that are nested more than ten levels deep come back empty',
    levels(10),
  ),
  'metadata-templates-filled': altering(
    kept,
    'Placeholders of templates in metadata come back filled in',
    everyText((text) => text.replaceAll(/\$?\{+\w+\}+/g, '')),
  ),
  'metadata-ids-dropped': altering(
    kept,
    'Members of metadata with the name id or _id are left out',
    withoutNamed(new Set(['id', '_id'])),
  ),
  'metadata-lists-as-sets': altering(
    kept,
    'Lists in metadata come back with each text, number and null once',
    everywhere((value) => value, asSet),
  ),
  'metadata-of-fifty-members': altering(kept, 'Only the first fifty members of metadata come back', (value) =>
    Object.fromEntries(Object.entries(Object(value)).slice(0, 50)),
  ),
  'metadata-digits-as-numbers': altering(
    kept,
    'Strings of digits in metadata come back as numbers',
    everywhere((value) => (/^\d+$/.test(String(value)) ? Number(value) : value)),
  ),
  'metadata-planes-mangled': altering(
    oddKept,
    'Characters beyond the Basic Multilingual Plane come back as replacement characters in metadata',
    everyText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
  ),
  'metadata-normalized': altering(
    oddKept,
    'Strings in metadata come back in Unicode normal form NFC',
    everyText((text) => text.normalize('NFC')),
  ),
  'metadata-ends-at-nul': altering(
    oddKept,
    'Strings in metadata are cut before a character U+0000',
    everyText((text) => text.split('\u0000', 1).join('')),
  ),
  'metadata-reserved-names-dropped': altering(
    oddKept,
    'Members of metadata with the name __proto__ or constructor are left out',
    withoutNamed(reserved),
  ),
  'metadata-flat-after-hundred': altering(
    oddKept,
    'Metadata that is nested more than 100 levels deep comes back empty',
    (value) => (depthOf(value) > 100 ? {} : value),
  ),
  'metadata-digits-lost': {
    breaks: 'create-outgoing-payment.metadata.digits-kept',
    says: 'Numbers in metadata are rounded to doubles',
    gives: shownAs(digitsLost),
  },
})
