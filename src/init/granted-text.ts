import { stringify } from 'yaml'
import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import type { WalletAddress } from '../gnap/wallet-address.ts'

/** The contents of a target file that has its tokens requested. */
export interface GrantedTarget {
  name: string
  walletAddress: string
  document: Pick<WalletAddress, 'assetCode' | 'assetScale' | 'resourceServer'>
  /** Paths of key files, relative to the target file. */
  keys: { own: string; other: string }
  /** Origins to connect to, by the published origin that they replace. */
  connectUrls: Readonly<Record<string, string>>
  client: { walletAddress: string } | { listen: string }
  consent: 'browser' | 'print' | { command: string[] }
  otherWallet?: string | undefined
}

/** Returns the text of a target file that leaves all tokens and receivers to the harness. */
export function grantedText(target: GrantedTarget): string {
  const { name, walletAddress, document, keys, connectUrls, client, consent, otherWallet } = target
  const { assetCode, assetScale, resourceServer } = document
  const isServed = 'listen' in client
  return `# How op-conformance reaches and judges one server. \`op-conformance run\` judges it.
version: 1
name: ${inline(name)}
profile: open-payments

# As the wallet address document says.
baseUrl: ${inline(resourceServer)}
walletAddress: ${inline(walletAddress)}
walletAsset: ${inline({ assetCode, assetScale })}

# Where requests to an origin are sent instead. What is signed stays the same.
${commentedUnless(
  Object.keys(connectUrls).length > 0,
  `connectUrls: ${inline(Object.keys(connectUrls).length > 0 ? connectUrls : { 'https://wallet.example': 'http://127.0.0.1:3000' })}`,
)}

# The key of the client that requests tokens. Keep it secret.
signing:
  privateKey: ${fileAt(keys.own)}

# Who requests tokens: ${isServed ? 'a wallet address that is served while a command lasts.' : 'a wallet address whose jwks.json has the public key.'}
client:
  ${isServed ? `serve: { listen: ${inline(client.listen)} }` : `walletAddress: ${inline(client.walletAddress)}`}

# How consent is given: browser, print, or { command: [node, consent.mjs] }.
grants:
  consent: ${inline(consent)}

# A second client${isServed ? '' : ', with a wallet address of its own'}.
${commentedUnless(
  isServed,
  `otherClient:
  signing: { privateKey: ${fileAt(keys.other)} }${
    isServed ? '' : '\n  walletAddress: https://me.example/client2'
  }`,
)}

# A second wallet address on the same server: incoming payments to pay into are created there.
${commentedUnless(
  otherWallet !== undefined,
  `otherWallet:
  walletAddress: ${inline(otherWallet ?? 'https://wallet.example/bob')}`,
)}

# What a run may spend, in the smallest unit of walletAsset, and how long a check may wait for something to expire.
limits:
  maxDebitValue: "1000"               # of one payment
  debitBudget: "100000"               # of all payments of a run
  maxWait: 10s
`
}

/** Writes a value as YAML that the target file reads literally, whatever the value's origin. */
const inline = (value: unknown): string => yaml(literal(value))

const fileAt = (path: string): string => yaml(`file:${path}`)

const yaml = (value: unknown): string => stringify(value, { lineWidth: 0, collectionStyle: 'flow' }).trimEnd()

/**
 * Escapes every variable in a value, so that reading the file fills nothing in. A text that begins with `file:` is
 * refused, because nothing can escape it.
 */
const literal = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(literal)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, literal(inner)]))
  if (typeof value !== 'string') return value
  if (!value.startsWith('file:')) return value.replaceAll(/\$(?=\{)/g, () => '$$')
  throw new ConfigurationError(
    'ERR_INIT_ANSWER',
    'a value for the target file begins with "file:", which would read a file; give it without this prefix',
  )
}

const commentedUnless = (isGiven: boolean, lines: string): string =>
  isGiven ? lines : lines.replace(/^/gm, '# ')
