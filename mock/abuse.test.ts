import fc from 'fast-check'
import { expect, test } from 'vitest'
import { call } from './testing/call.ts'
import { askQuote } from './testing/requests.ts'
import { running } from './testing/running.ts'

const segment = fc.constantFrom(
  'quotes',
  'incoming-payments',
  'outgoing-payments',
  'QUOTES',
  '',
  '%zz',
  '%00',
  '..',
  '?a=%',
  '*',
)
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
})

test('whatever path and signature headers are sent, the answer is a refusal in JSON', async () => {
  const mock = await running()
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom('signature', 'signature-input', 'authorization', 'content-digest'),
        headerText,
      ),
      async (segments, headers) => {
        const spoil = (right: Record<string, string>) => ({
          ...right,
          'content-digest': '',
          signature: '',
          ...headers,
        })
        const { status, json } = await call(mock, { path: `/${segments.join('/')}`, signer: null, spoil })
        expect([400, 401, 403, 404]).toContain(status)
        expect(json).toMatchObject({ error: { code: expect.any(String) } })
      },
    ),
  )
})

test('whatever JSON a whole request for a quote holds, it is served or refused', async () => {
  const mock = await running()
  const field = fc.oneof(fc.jsonValue(), fc.constant(undefined))
  const names = ['walletAddress', 'receiver', 'method', 'debitAmount', 'receiveAmount']
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names), field),
      fc.jsonValue(),
      async (fields, bare) => {
        expect((await call(mock, askQuote(mock, fields))).status).toBeLessThan(500)
        expect((await call(mock, askQuote(mock, {}, { body: JSON.stringify(bare) }))).status).toBe(400)
      },
    ),
  )
})
