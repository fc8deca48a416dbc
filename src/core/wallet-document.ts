import type { Asset } from './amount.ts'
import { isObject } from './json.ts'

/** The usable part of the document that a wallet address shows. Every value comes from a server. */
export interface WalletDocument {
  id?: string
  asset?: Asset
  authServer?: string
  /** The URL of the resource server, without a slash at the end. */
  resourceServer?: string
}

/** Reads a wallet address document. Values that are no URL or no asset code are left out. */
export function walletDocumentIn(json: unknown): WalletDocument {
  if (!isObject(json)) return {}
  const { id, authServer, resourceServer } = json
  const asset = assetIn(json)
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(asset && isAssetCode.test(asset.assetCode) ? { asset } : {}),
    ...(isServerUrl(authServer) ? { authServer } : {}),
    ...(isServerUrl(resourceServer) ? { resourceServer: resourceServer.replace(/\/+$/, '') } : {}),
  }
}

/** Returns the asset that a wallet address document or an amount names. */
export function assetIn(value: unknown): Asset | undefined {
  if (!isObject(value)) return undefined
  const { assetCode, assetScale } = value
  return typeof assetCode === 'string' && isScale(assetScale) ? { assetCode, assetScale } : undefined
}

/**
 * Matches asset codes. ISO 4217 is recommended, so other codes are allowed, but no text with a meaning in a target
 * file.
 */
const isAssetCode = /^[\w.+-]{1,32}$/

const isScale = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/**
 * Matches base URLs. RFC 3986 allows no braces, quotes or white space in a URL. A base URL has neither query nor
 * fragment.
 */
const serverUrl = /^https?:\/\/[\w.~!$&'()*+,;=:@%/[\]-]{1,2000}$/

const isServerUrl = (value: unknown): value is string =>
  typeof value === 'string' && serverUrl.test(value) && URL.canParse(value)
