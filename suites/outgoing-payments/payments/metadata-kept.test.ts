import { expect, test } from 'vitest'
import { against, brokenIn } from '../../testing/against-mock.ts'

test.each([
  ['keeps each value of a list once', 'metadata-lists-as-sets'],
  ['decodes percent escapes', 'metadata-percent-decoded'],
])('a server that %s in metadata fails', async (_, fault) => {
  const broken = brokenIn(await against({ only: ['payments/metadata'], faults: [fault] }))
  expect(broken.get('create-outgoing-payment.metadata.kept')).toBe('failure')
})
