import type { Call } from '../call.ts'
import { askPayment, askQuote, usd } from '../requests.ts'
import type { Running } from '../running.ts'

const withText = (whole: Call, text: string): Call => ({
  ...whole,
  body: `${JSON.stringify(whole.body).slice(0, -1)},${text}}`,
})

const typed = (mock: Running, type: string, fields: Parameters<typeof askQuote>[1] = {}): Call =>
  askQuote(mock, fields, { tamper: (headers) => ({ ...headers, 'content-type': type }) })

const metadata = [
  '{"plane":"💸","composed":"Cafe\u0301","hidden":"\u202e\ufeff","nul":"a\\u0000b"}',
  '{"__proto__":{"admin":true},"constructor":1}',
  '{"digits":9007199254740993}',
  `{"deep":${'['.repeat(200)}${']'.repeat(200)}}`,
  `{"note":"${'x'.repeat(1001)}","💸${'k'.repeat(300)}":1}`,
]

/** Unusual requests, one for each question that the interface leaves open. */
export function oddCalls(mock: Running): Call[] {
  return [
    ...metadata.map((text) => withText(askPayment(mock), `"metadata":${text}`)),
    askPayment(mock, { metadata: null }),
    askPayment(mock, { note: 'Order 17' }),
    askQuote(mock, { note: 'Order 17' }),
    askQuote(mock, { note: '\ufffd' }),
    askQuote(mock, { debitAmount: usd('0') }),
    askQuote(mock, { debitAmount: usd('0100') }),
    askQuote(mock, { debitAmount: usd('١٠٠') }),
    askPayment(mock, { debitAmount: usd('１００') }),
    withText(askQuote(mock), '"receiveAmount":null'),
    withText(askQuote(mock), '"method":"ilp"'),
    withText(askQuote(mock), '"__proto__":{"admin":true}'),
    withText(askQuote(mock), `"note":${'['.repeat(450)}${']'.repeat(450)}`),
    withText(askQuote(mock), `"note":"${'x'.repeat(2 ** 20)}"`),
    typed(mock, 'text/plain', { method: 7 }),
    typed(mock, 'text/plain'),
    typed(mock, 'application/json; charset=utf-16'),
    { path: '/quotes/%00' },
    { path: '/incoming-payments/%F0%9F%92%B8' },
    { path: '/incoming-payments?cursor=%F0%9F%92%B8' },
    { path: '/incoming-payments?first=two' },
    { path: '/incoming-payments?wallet-address=alice' },
  ]
}
