import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { answer } from './child.ts'
import type { Served } from './mock-server.ts'

/** The message to the bare server: the request that it will get, and the quote that it responds with. */
export type Told = Served & { quote: unknown }

/** Starts Express with only one verification of a signature over the same base, and the same response as JSON. */
answer(async ({ base, publicKey, headers, quote }: Told): Promise<{ url: string }> => {
  const data = Buffer.from(base)
  const key = createPublicKey({ key: publicKey, format: 'jwk' })
  const [, signature = ''] = /:(.*):/.exec(headers['signature'] ?? '') ?? []
  const bytes = Buffer.from(signature, 'base64')
  const app = express()
    .use(express.json())
    .post('/quotes', (_request, response) => {
      if (verify(null, data, key, bytes)) response.status(201).json(quote)
      else response.status(401).end()
    })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the bare server has no port')
  return { url: `http://127.0.0.1:${address.port}/quotes` }
})
