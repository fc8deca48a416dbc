import type { Token } from './access.ts'
import { bodyOf } from './body.ts'
import {
  createPayment,
  createQuote,
  getIncomingPayment,
  getQuote,
  listIncoming,
  listOutgoing,
  type Service,
} from './operations.ts'

interface Asked {
  id: string
  query: URLSearchParams
  body: Buffer
}

export interface Route {
  method: string
  /** The path below the base URL. Its group captures the id. */
  path: RegExp
  /** The status of a successful response. */
  status: number
  /** The response as JSON text. */
  answer: (service: Service, token: Token, asked: Asked) => string
  /** Answers a request without an access token. If undefined, the server refuses such requests. */
  toStrangers?: (service: Service, asked: Asked) => string
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/quotes$/,
    status: 201,
    answer: (service, token, { body }) => createQuote(service, token, bodyOf(body)),
  },
  {
    method: 'GET',
    path: /^\/quotes\/([^/]+)$/,
    status: 200,
    answer: (service, token, { id }) => getQuote(service, token, id),
  },
  {
    method: 'POST',
    path: /^\/outgoing-payments$/,
    status: 201,
    answer: (service, token, { body }) => createPayment(service, token, bodyOf(body)),
  },
  {
    method: 'GET',
    path: /^\/outgoing-payments$/,
    status: 200,
    answer: (service, token, { query }) => listOutgoing(service, token, query),
  },
  {
    method: 'GET',
    path: /^\/incoming-payments$/,
    status: 200,
    answer: (service, token, { query }) => listIncoming(service, token, query),
  },
  {
    method: 'GET',
    path: /^\/incoming-payments\/([^/]+)$/,
    status: 200,
    answer: (service, token, { id }) => getIncomingPayment(service, token, id),
  },
]
