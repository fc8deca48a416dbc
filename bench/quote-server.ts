import { once } from 'node:events'
import { createServer } from 'node:http'
import { answer } from './child.ts'

/** Answers every request with the same quote. */
answer(async (): Promise<{ url: string }> => {
  let quote = ''
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end(quote)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server of quotes has no port')
  const url = `http://127.0.0.1:${address.port}`
  quote = JSON.stringify({
    id: `${url}/quotes/3b461206-daae-4d97-88b0-abffbcaa6f96`,
    walletAddress: `${url}/alice`,
    receiver: `${url}/incoming-payments/c3a0d182-b221-4612-a500-07ad106b5f5d`,
    receiveAmount: { value: '100', assetCode: 'USD', assetScale: 2 },
    debitAmount: { value: '100', assetCode: 'USD', assetScale: 2 },
    method: 'ilp',
    createdAt: '2026-01-01T12:00:00Z',
    expiresAt: '2026-01-01T12:05:00Z',
  })
  return { url }
})
