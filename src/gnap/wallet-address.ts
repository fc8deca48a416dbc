import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { walletDocumentIn } from '../core/wallet-document.ts'
import { unreachable } from './grant-errors.ts'
import type { GnapTransport } from './transport.ts'

export interface WalletAddress {
  id: string
  assetCode: string
  assetScale: number
  authServer: string
  resourceServer: string
}

export async function readWalletAddress(
  url: string,
  { read }: Pick<GnapTransport, 'read'>,
): Promise<WalletAddress> {
  const outcome = await read(url)
  if ('failure' in outcome) throw unreachable(url, outcome.failure)
  const { status, json, headers } = outcome.response
  if (status >= 300 && status < 400)
    throw noWalletAddress(url, `redirects to ${originOf(url, headers['location'])}`)
  if (status !== 200) throw noWalletAddress(url, `is answered with status ${status}`)
  if (!isObject(json)) throw noWalletAddress(url, 'is not a JSON document')
  const { id = url, asset, authServer, resourceServer } = walletDocumentIn(json)
  if (!asset) throw noWalletAddress(url, 'names no valid assetCode and assetScale')
  if (resourceServer === undefined) throw noWalletAddress(url, 'names no valid resourceServer')
  if (authServer === undefined) throw noAuthServer(url, json)
  return { id, ...asset, authServer, resourceServer }
}

const noAuthServer = (url: string, json: Record<string, unknown>): ConfigurationError =>
  json['authServer'] === undefined
    ? new ConfigurationError(
        'ERR_NO_AUTH_SERVER',
        `${url} names no authServer, so no tokens can be requested; get tokens in another way and write a target file with \`op-conformance init\``,
      )
    : noWalletAddress(url, 'names no valid authServer')

const originOf = (url: string, location: string | undefined): string =>
  location !== undefined && URL.canParse(location, url) ? new URL(location, url).origin : 'nowhere'

const noWalletAddress = (url: string, fact: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_WALLET_ADDRESS',
    `${url} ${fact}, expected a wallet address with assetCode, assetScale, authServer and resourceServer; open it in a browser and correct it. A server without such documents needs a target file with its tokens: op-conformance init`,
  )
