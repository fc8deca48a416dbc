import { expect, test } from 'vitest'
import { loadOpenApi } from '../../openapi/document.ts'
import { answerSchemas, keywordsOf } from './keywords.ts'

const quote = {
  description: 'A quote.',
  type: 'object',
  required: ['id'],
  'x-should': ['expiresAt'],
  properties: {
    id: { type: 'string', format: 'uri', examples: ['x'] },
    code: { type: 'string', 'x-should': { pattern: 'x' } },
    items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
  },
}

test('a keyword is named by itself or by its field, but required and x-should only by themselves', () => {
  expect(keywordsOf('Quote', quote).map(({ pointers }) => pointers)).toEqual([
    ['Quote'],
    ['Quote.id.required'],
    ['Quote.expiresAt.required'],
    ['Quote.id.type', 'Quote.id'],
    ['Quote.id.format', 'Quote.id'],
    ['Quote.code.type', 'Quote.code'],
    ['Quote.code.x-should'],
    ['Quote.items.type', 'Quote.items'],
  ])
})

test('keywords under x-should are recommended', () => {
  const recommended = keywordsOf('Quote', quote).filter((keyword) => keyword.recommended)
  expect(recommended.map(({ place }) => place)).toEqual(['Quote.expiresAt.required', 'Quote.code.x-should'])
})

test('keywords inside allOf belong to the schema itself, those of a schema it refers to do not', () => {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Quote' }, { type: 'object', required: ['methods'] }],
  }
  expect(keywordsOf('Whole', schema).map(({ place }) => place)).toEqual([
    'Whole.type',
    'Whole.methods.required',
  ])
})

test('answers are judged by the schemas that responses reach, not by those of requests or conditions', () => {
  const names = answerSchemas(loadOpenApi())
  expect(names).toEqual([
    'Amount',
    'IlpPaymentMethod',
    'IncomingPayment',
    'IncomingPaymentPage',
    'IncomingPaymentWithMethods',
    'OutgoingPayment',
    'OutgoingPaymentPage',
    'PageCursors',
    'PageWithCursors',
    'Pagination',
    'PaymentMethod',
    'PublicIncomingPayment',
    'Quote',
  ])
})
