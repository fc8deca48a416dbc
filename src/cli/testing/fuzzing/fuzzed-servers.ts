import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Given } from '../../../../suites/testing/changing-answers.ts'
import { type Oddity, odd } from '../../../../suites/testing/odd-answers.ts'
import { isObject, parseJson } from '../../../core/json.ts'

/** The documents that a wallet address, its authorization server and its resource server serve. */
export const documents = [
  ...(['wallet', 'otherWallet', 'grant', 'interaction', 'pending', 'consented', 'refusal'] as const),
  ...(['revocation', 'receiver', 'resource'] as const),
]
export type DocumentName = (typeof documents)[number]

/** A document of a conversation, and the oddities in it. */
export interface Alteration {
  document: DocumentName
  oddities: readonly Oddity[]
}

export interface FuzzedServer {
  url: string
  /** Begins a conversation in which one document is altered. */
  begin: (alteration: Alteration) => void
  /** Returns every byte that was received in this conversation. */
  received: () => string
  /** The wallet address documents that were served in this conversation. */
  wallets: string[]
  /** The number of times that each document was altered, across all conversations. */
  altered: Map<DocumentName, number>
}

/**
 * Serves a wallet address and gives every token that is requested. Each token begins with `name`, so that it can be
 * recognized.
 */
export async function fuzzedServer(name: string): Promise<FuzzedServer> {
  const chunks: Buffer[] = []
  const wallets: string[] = []
  const altered = new Map<DocumentName, number>()
  let alteration: Alteration | undefined
  let converse = conversation(name, '')

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = request
    const body = parseJson(await text(request))
    const refuses = alteration?.document === 'refusal'
    const [document, { status, json }] = converse({ method, path, body: isObject(body) ? body : {} }, refuses)
    const headers = { 'content-type': 'application/json' }
    let given: Given = { status, headers, body: Buffer.from(json ? JSON.stringify(json) : '') }
    if (alteration?.document === document) {
      given = alteration.oddities.reduce(odd, given)
      altered.set(document, (altered.get(document) ?? 0) + 1)
    }
    if (document === 'wallet' || document === 'otherWallet') wallets.push(given.body.toString())
    response.writeHead(given.status, given.headers).end(given.body)
  }

  const server = createServer((request, response) => {
    // Node refuses to write some headers. The connection is closed then.
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  server.on('connection', (socket) => socket.on('data', (chunk) => chunks.push(chunk)))
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    altered,
    wallets,
    received: () => Buffer.concat(chunks).toString('latin1'),
    begin: (next) => {
      alteration = next
      converse = conversation(name, url)
      chunks.length = 0
      wallets.length = 0
    },
  }
}

interface Asked {
  method: string
  path: string
  body: Record<string, unknown>
}

type Answered = [DocumentName, { status: number; json?: object }]

/** Answers requests in order: a grant is pending once, then it is given. */
const conversation = (name: string, url: string) => {
  const pending = new Map<string, { tokens: object; asked: number }>()
  let count = 0

  const granted = (asked: unknown): object => {
    const tokens = [asked].flat().map((one, at) => ({
      ...(isObject(one) ? one : {}),
      value: `${name}-granted-${count}-${at}`,
      manage: `${url}/token/${count}`,
      expires_in: 600,
    }))
    return tokens[1] ? tokens : (tokens[0] ?? {})
  }
  const onward = (path: string) => ({
    continue: { access_token: { value: `${name}-onward-${count}` }, uri: url + path, wait: 0 },
  })
  const requested = ({ body }: Asked): Answered => {
    const path = `/continue/${count}`
    const tokens = granted(body['access_token'])
    if (!body['interact']) return ['grant', { status: 200, json: { access_token: tokens, ...onward(path) } }]
    pending.set(path, { tokens, asked: 0 })
    const interact = { redirect: `${url}/page/${count}`, finish: `finish-${count}` }
    return ['interaction', { status: 200, json: { interact, ...onward(path) } }]
  }
  const continued = ({ path }: Asked): Answered => {
    const grant = pending.get(path) ?? { tokens: {}, asked: 1 }
    if (grant.asked++ === 0) return ['pending', { status: 200, json: onward(path) }]
    return ['consented', { status: 200, json: { access_token: grant.tokens, ...onward(path) } }]
  }

  return (asked: Asked, refuses: boolean): Answered => {
    const { method, path } = asked
    const isGrant = path.startsWith('/auth')
    count++
    if (method === 'GET' && path.startsWith('/alice')) return ['wallet', walletAt(url, '/alice')]
    if (method === 'GET' && path.startsWith('/bob')) return ['otherWallet', walletAt(url, '/bob')]
    if (method === 'DELETE') return ['revocation', { status: 204 }]
    if (path.startsWith('/incoming-payments')) return ['receiver', receiverAt(url, count)]
    if (method !== 'POST' || !(isGrant || path.startsWith('/continue'))) return ['resource', notFound]
    if (refuses) return ['refusal', refusal]
    return isGrant ? requested(asked) : continued(asked)
  }
}

const walletAt = (url: string, path: string) => ({
  status: 200,
  json: {
    id: url + path,
    publicName: 'Alice',
    assetCode: 'USD',
    assetScale: 2,
    authServer: `${url}/auth`,
    resourceServer: url,
  },
})

const receiverAt = (url: string, count: number) => ({
  status: 201,
  json: {
    id: `${url}/incoming-payments/${count}`,
    walletAddress: `${url}/bob`,
    completed: false,
    receivedAmount: { value: '0', assetCode: 'USD', assetScale: 2 },
    createdAt: '2026-01-01T00:00:00Z',
    methods: [{ type: 'ilp', ilpAddress: 'g.example.bob', sharedSecret: 'x'.repeat(43) }],
  },
})

const notFound = { status: 404, json: { error: { code: 'not_found', description: 'Nothing is here' } } }

const refusal = {
  status: 400,
  json: { error: { code: 'invalid_client', description: 'The client is not known' } },
}
