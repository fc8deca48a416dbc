import type { HttpRequest } from '../core/http-request.ts'

const authorization = 'GNAP OS9M2PMHKUR64TB8N6BW7OZB8CDFONP219RP1LT0'

const post = (path: string, body: string): HttpRequest => ({
  method: 'POST',
  url: `https://wallet.example/op${path}`,
  headers: { authorization, 'content-type': 'application/json' },
  body: Buffer.from(body),
})

const get = (path: string): HttpRequest => ({
  method: 'GET',
  url: `https://wallet.example/op${path}`,
  headers: { authorization },
})

const quoteBody = {
  walletAddress: 'https://wallet.example/alice',
  receiver: 'https://bank.example/incoming-payments/0c6dd5b4',
  method: 'ilp',
  debitAmount: { value: '2500', assetCode: 'USD', assetScale: 2 },
}

export const createQuote = post('/quotes', JSON.stringify(quoteBody))

export const prettyQuote = post('/quotes', JSON.stringify(quoteBody, null, 2))

export const createPayment = post(
  '/outgoing-payments',
  '{"walletAddress":"https://wallet.example/alice","quoteId":"https://wallet.example/op/quotes/ab12","metadata":{"note":"caf\u00e9 \u2615 \ud83c\udf89"}}',
)

export const getQuote = get('/quotes/ab12')

export const listPayments = get(
  '/incoming-payments?wallet-address=https%3A%2F%2Fwallet.example%2Falice&cursor=a%2Fb%20c&first=10',
)
