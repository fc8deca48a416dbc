import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Shown } from '../core/answer.ts'
import { receivedRequest } from '../http/received.ts'
import { walletAt } from '../state/lookup.ts'
import type { World } from '../state/world.ts'
import { keySetOf, walletAddressDocument } from './document.ts'

/** Of a wallet address that anyone may read, and a browser should ask for again: the next world may have others. */
const headers = { 'cache-control': 'no-cache' }

const keySetPath = '/jwks.json'

/**
 * Answers a GET of a wallet address, and of its jwks.json, without credentials; passes on all else. A wallet address
 * lies wherever the world says, so it is found by its URL. Mounted behind the operations, it hides none.
 */
export function walletAddressRouter(world: World): Router {
  const answering: RequestHandler = (request, response, next) => {
    const found = isReading(request) ? documentAt(world, urlOf(request, world)) : undefined
    if (found) send(response, found)
    else next()
  }
  return Router().use(answering)
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const urlOf = (request: Request, { publicUrl }: World): string =>
  receivedRequest(request, publicUrl).targetUri.replace(/\?.*$/s, '')

const documentAt = (world: World, url: string): Shown | undefined => {
  const wallet = walletAt(world, url)
  if (wallet) return walletAddressDocument(world, wallet)
  const ofKeys = url.endsWith(keySetPath) && walletAt(world, url.slice(0, -keySetPath.length))
  return ofKeys ? keySetOf(world) : undefined
}

const send = (response: Response, document: Shown): void => {
  response.set(headers).json(document)
}
