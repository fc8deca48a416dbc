import { expect, test } from 'vitest'
import { replacing } from '../../../mock/changes/replacing.ts'
import type { Variant } from '../../../mock/variants/index.ts'
import { isObject } from '../../../src/core/json.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'

const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [rename(name), renamed(item, rename)]),
  )
}

test.each([
  ['camel case', (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())],
  ['snake case', (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
  ['kebab case', (name: string) => name.replaceAll('_', '-')],
])('metadata whose names come back in %s breaks the requirement', async (_, rename) => {
  const further: Variant = {
    id: 'metadata-renamed',
    says: 'The names of metadata are written in another style',
    override: replacing('outgoingPayments', 'show', {
      gives: (shown) => ({ ...shown, metadata: renamed(shown.metadata, rename) }),
    }),
  }
  const events = await against({ further: [further], only: ['payments/metadata'] })
  expect([...brokenIn(events).keys()]).toContain('create-outgoing-payment.metadata.kept')
})
