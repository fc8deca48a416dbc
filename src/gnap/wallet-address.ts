import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { unreachable } from './grant-errors.ts'
import type { Transport } from './transport.ts'

/** What the document of a wallet address says. */
export interface WalletAddress {
  id: string
  assetCode: string
  assetScale: number
  authServer: string
  resourceServer: string
}

/** Reads the document of a wallet address, as it is published. */
export async function readWalletAddress(
  url: string,
  { read }: Pick<Transport, 'read'>,
): Promise<WalletAddress> {
  const outcome = await read(url)
  if ('failure' in outcome) throw unreachable(url, outcome.failure)
  const { status, json, headers } = outcome.response
  if (status >= 300 && status < 400)
    throw noWalletAddress(url, `redirects to ${originOf(url, headers['location'])}`)
  if (status !== 200) throw noWalletAddress(url, `is answered with status ${status}`)
  if (!isObject(json)) throw noWalletAddress(url, 'is not a JSON document')
  const { id, assetCode, assetScale } = json
  const isComplete = typeof assetCode === 'string' && typeof assetScale === 'number'
  if (!isComplete || !Number.isInteger(assetScale))
    throw noWalletAddress(url, 'names no assetCode and assetScale')
  return {
    id: typeof id === 'string' ? id : url,
    assetCode,
    assetScale,
    authServer: serverIn(json, 'authServer', url),
    resourceServer: serverIn(json, 'resourceServer', url).replace(/\/+$/, ''),
  }
}

const serverIn = (
  json: Record<string, unknown>,
  name: 'authServer' | 'resourceServer',
  url: string,
): string => {
  const server = json[name]
  if (typeof server === 'string' && /^https?:\/\//.test(server) && URL.canParse(server)) return server
  if (name === 'authServer' && server === undefined) {
    throw new ConfigurationError(
      'ERR_NO_AUTH_SERVER',
      `${url} names no authServer, so no tokens can be requested; get tokens in another way and write a target file with \`op-conformance init\``,
    )
  }
  throw noWalletAddress(url, `names no ${name}`)
}

const originOf = (url: string, location: string | undefined): string =>
  location !== undefined && URL.canParse(location, url) ? new URL(location, url).origin : 'nowhere'

const noWalletAddress = (url: string, fact: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_WALLET_ADDRESS',
    `${url} ${fact}, expected a wallet address with assetCode, assetScale, authServer and resourceServer; open it in a browser and correct it. A server without such documents needs a target file with its tokens: op-conformance init`,
  )
