import { expect, test } from 'vitest'
import type { Variant } from '../../../mock/changes/change.ts'
import { replacing } from '../../../mock/changes/replacing.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'

test.each([
  ['keeps each value of a list once', 'metadata-lists-as-sets'],
  ['decodes percent escapes', 'metadata-percent-decoded'],
  ['keeps a hundred items of a list', 'metadata-lists-of-hundred'],
  ['keeps ten levels of nested values', 'metadata-of-ten-levels'],
  ['fills in placeholders', 'metadata-templates-filled'],
  ['drops members that are called id', 'metadata-ids-dropped'],
])('a server that %s in metadata fails', async (_, fault) => {
  const broken = brokenIn(await against({ only: ['payments/metadata'], faults: [fault] }))
  expect(broken.get('create-outgoing-payment.metadata.kept')).toBe('failure')
})

const withoutTags: Variant = {
  id: 'metadata-without-tags',
  says: 'Tags of HTML are taken out of strings in metadata',
  override: replacing('outgoingPayments', 'show', {
    gives: (shown) => JSON.parse(JSON.stringify(shown).replace(/<\/?[a-z][^>]*>/gi, '')),
  }),
}

test('a server that takes tags of HTML out of metadata fails', async () => {
  const broken = brokenIn(await against({ only: ['payments/metadata'], further: [withoutTags] }))
  expect(broken.get('create-outgoing-payment.metadata.kept')).toBe('failure')
})
