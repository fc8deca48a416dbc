import { expect, test } from 'vitest'
import { created, list, signed } from './testing/signed.ts'
import { ageFlaw } from './well-formed.ts'

const seconds = created.getTime() / 1000
const at = (offset: number): Date => new Date(created.getTime() + offset * 1000)
const signedAt = (value: number, more: Record<string, number> = {}) =>
  signed(list, { parameters: ['created', 'keyid'], values: { created: value, ...more } })

test('the explanation finds no flaw in a signature made now or within the tolerance', async () => {
  const message = await signed(list)
  expect(ageFlaw(message, at(0), 300)).toBeUndefined()
  expect(ageFlaw(message, at(300), 300)).toBeUndefined()
  expect(ageFlaw(list, at(0), 300)).toBeUndefined()
})

test('the explanation reports a signature that is too old, or of the future, with both times', async () => {
  const message = await signed(list)
  expect(ageFlaw(message, at(301), 300)).toBe(
    'Signature "sig1" was created too long ago, 301 s behind the clock here, at 2026-01-02T03:04:05Z, while it is 2026-01-02T03:09:06Z here; correct the clock of the client, and sign each request anew.',
  )
  expect(ageFlaw(message, at(-301), 300)).toContain(
    'was created in the future, 301 s ahead of the clock here',
  )
})

test('the explanation reports a created in milliseconds', async () => {
  const input = (await signedAt(0)).headers['signature-input'] ?? ''
  const message = await signed(list)
  const headers = {
    ...message.headers,
    'signature-input': input.replace(/created=\d+/, `created=${seconds * 1000}`),
  }
  expect(ageFlaw({ ...message, headers }, at(0), 300)).toBe(
    `Signature "sig1" has a created in milliseconds, ${seconds * 1000}; RFC 9421, 2.3, counts seconds: ${seconds}.`,
  )
})

test('the explanation reports a time outside the calendar as a plain number of seconds', async () => {
  const input = (await signedAt(0)).headers['signature-input'] ?? ''
  const message = await signed(list)
  const headers = {
    ...message.headers,
    'signature-input': input.replace(/created=\d+/, 'created=-999999999999999'),
  }
  expect(ageFlaw({ ...message, headers }, at(0), 300)).toContain('at -999999999999999 s, while it is')
})
