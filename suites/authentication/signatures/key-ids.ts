import { each } from '../../../src/check/cases/given.ts'
import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { otherKey, otherKeyBoundElsewhere } from '../../../src/check/needs/need.ts'
import { forged } from '../../../src/generate/forged.ts'
import { everyOperation } from '../../support/operations.ts'
import { forgeriesOf, forgeryOf } from '../forgeries.ts'

/** A check that signatures with the right key under these key ids are refused. */
const forgedKeyId = (id: string, title: string, detects: string, classes: readonly string[]) =>
  refusal({
    id,
    title,
    detects,
    on: everyOperation,
    ...forgeriesOf('key-id', classes),
    mutate: (draft, forgery, _, { target: { signing } }) => ({
      ...draft,
      signing: {
        values: { keyid: forged(forgeryOf('key-id', forgery), signing.key.keyId, { key: signing.key }) },
      },
    }),
  })

export const unknownKeyId = forgedKeyId(
  'signatures/unknown-keyid',
  'A signature under a key id that the server does not know is refused',
  'without-signature-keyid-known',
  ['unknown', 'constant', 'another form'],
)

/** Key ids are opaque: an id in another case, or with white space around it, is another one. */
export const alteredKeyId = forgedKeyId(
  'signatures/altered-keyid',
  'A signature is refused if its key id differs in a part, in case, in white space or in an escape',
  'key-id-compared-without-case',
  ['part'],
)

export const absentKeyId = refusal({
  id: 'signatures/absent-keyid',
  title: 'A signature without a key id is refused',
  detects: 'without-signature-keyid-known',
  on: everyOperation,
  mutate: (draft) => ({ ...draft, signing: { parameters: ['created'] } }),
  expect: refusedAs('signature-unreadable', 'signature.keyid.known'),
})

/** A server that tries every key that it knows accepts a signature by another one under the right id. */
type Mismatch = 'the right key under the id of another' | 'another key under the right id'

export const otherKeyId = refusal<{ other: typeof otherKey }, Mismatch>({
  id: 'signatures/keyid-of-another-key',
  title: "A signature under another registered key's id is refused",
  detects: 'keyid-ignored',
  on: everyOperation,
  needs: { other: otherKey },
  cases: each('the right key under the id of another', 'another key under the right id'),
  mutate: (draft, mismatch, { other }, { target: { signing, otherClient } }) => {
    // The other key is that of the other client.
    const isOfOther = draft.token === otherClient?.token
    const [right, wrong] = isOfOther ? [other.key, signing.key] : [signing.key, other.key]
    return mismatch === 'another key under the right id'
      ? { ...draft, signing: { key: { ...wrong, keyId: right.keyId } } }
      : { ...draft, signing: { values: { keyid: other.key.keyId } } }
  },
  expect: refusedAs('signature-invalid', 'signature.keyid.equals-kid'),
})

export const otherClientsKey = refusal({
  id: 'signatures/key-bound-elsewhere',
  title: "A signature by another client's key under its own id is refused",
  detects: 'without-key-bound-to-token',
  on: everyOperation,
  needs: { other: otherKeyBoundElsewhere },
  // The key that has signed most requests is another client's key for the token of the other client.
  mutate: (draft, _, { other }, { target: { signing, otherClient } }) => ({
    ...draft,
    signing: { key: draft.token === otherClient?.token ? signing.key : other.key },
  }),
  expect: refusedAs('key-bound', 'signature.key.bound'),
})
