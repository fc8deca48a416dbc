import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import { isUrl, refuseBrokenUrl } from '../core/urls.ts'
import { unreachable } from '../gnap/grant-errors.ts'
import { createTransport, type GnapTransport } from '../gnap/transport.ts'
import { readWalletAddress, type WalletAddress } from '../gnap/wallet-address.ts'
import { createDispatcher } from '../http/wire/dispatcher.ts'
import { type GrantedTarget, grantedText } from '../init/granted-text.ts'
import { kidIn, privateJwk } from '../init/key.ts'
import { isLoopback } from '../report/plan-view.ts'
import { line } from '../report/text/printable.ts'
import { proxyFor } from '../target-file/proxy.ts'
import { loadTarget } from '../target-file/reading/load.ts'
import type { Target } from '../target-file/target.ts'
import { loadingIn } from './environment.ts'
import { withFile, writeWhole } from './files.ts'
import type { GuardedIo } from './run/guarded.ts'

/** The options for a target that is known only by its wallet address. */
export interface ByUrlOptions {
  /** A second wallet address on the same server. */
  other?: string
  /** The way to get consent: `browser`, `print`, or a command with its arguments. */
  consent?: string
  /** The wallet address of the client. */
  client?: string
  /** Pairs `ORIGIN=ORIGIN`. Requests to the first origin are sent to the second. */
  connect?: readonly string[]
}

/** The options for a wallet address, each with the key of a target file that has the same effect. */
export const keysByOption: Readonly<Record<string, string>> = {
  '--other': 'otherWallet',
  '--consent': 'grants.consent',
  '--client': 'client',
  '--connect': 'connectUrls',
}

/** Throws a ConfigurationError for options that have no effect with a target file. */
export function refuseWithoutUrl({ other, consent, client, connect = [] }: ByUrlOptions): void {
  if (other === undefined && consent === undefined && client === undefined && connect.length === 0) return
  throw new ConfigurationError(
    'ERR_INIT_ANSWER',
    '--other, --consent, --client and --connect only work with the URL of a wallet address; in a target file, set otherWallet, grants.consent, client and connectUrls',
  )
}

const keys = { own: 'op-conformance-key.jwk', other: 'op-conformance-other-key.jwk' }

/** Ports that no system gives to outgoing connections, and that fetch does not block. */
const ports = { first: 20_000, count: 10_000 }

/**
 * Returns the address on which the harness serves its own wallet address. Each wallet address that is judged has a port
 * of its own, always the same one, so that several can be judged at the same time.
 */
const listenFor = (walletAddress: string): string => {
  const number = createHash('sha256').update(walletAddress).digest().readUInt32BE()
  return `127.0.0.1:${ports.first + (number % ports.count)}`
}

/** Reads a wallet address, and writes a complete target file for it, with keys if there are none beside it. */
export async function writeTargetByUrl(
  url: string,
  file: string,
  options: ByUrlOptions,
  io: GuardedIo,
): Promise<Target> {
  const { client, consent = 'browser' } = options
  refuseBrokenUrl(url)
  const connecting = connectUrlsOf(options)
  const document = await lookAround(url, options.other, connecting, io)
  const { walletAddress, other, connectUrls } = asPublished({ url, ...options }, document, connecting)
  if (walletAddress !== url)
    io.stderr.write(
      line`note: ${url} calls itself ${walletAddress}, so requests are signed for ${new URL(walletAddress).origin} and sent to ${new URL(url).origin} (connectUrls)\n`,
    )
  const path = resolve(io.cwd, file)
  const text = grantedText({
    name: new URL(walletAddress).hostname,
    walletAddress,
    document,
    keys,
    connectUrls,
    client: clientOf(client, document, connectUrls) ?? { listen: listenFor(walletAddress) },
    consent: consentOf(consent, dirname(path), io),
    otherWallet: other,
  })
  withFile(`The target file ${file}`, () => {
    mkdirSync(dirname(path), { recursive: true })
    writeKey(join(dirname(path), keys.own), 'op-conformance')
    if (client === undefined) writeKey(join(dirname(path), keys.other), 'op-conformance-other')
    writeWhole(path, text)
  })
  return loadTarget({ ...loadingIn(io), file })
}

/**
 * Returns the wallet addresses under the origin that the document names, and connects that origin to the given one. A
 * server behind a proxy that ends TLS, for example, is given as http: and knows itself as https:.
 */
const asPublished = (
  { url, other }: { url: string; other?: string },
  { id }: WalletAddress,
  connectUrls: Record<string, string>,
): { walletAddress: string; other: string | undefined; connectUrls: Record<string, string> } => {
  const given = new URL(url)
  const published = isUrl(id) && URL.canParse(id) ? new URL(id) : given
  if (published.origin === given.origin || published.pathname !== given.pathname)
    return { walletAddress: url, other, connectUrls }
  const isThere = other !== undefined && new URL(other).origin === given.origin
  return {
    walletAddress: id,
    other: isThere ? published.origin + new URL(other).pathname : other,
    connectUrls: { [published.origin]: given.origin, ...connectUrls },
  }
}

/**
 * Returns the document of the wallet address. Before that, ensures that its servers respond and that the other wallet
 * is on the same server.
 */
const lookAround = async (
  walletAddress: string,
  other: string | undefined,
  connectUrls: Record<string, string>,
  io: GuardedIo,
): Promise<WalletAddress> => {
  const { read, close } = reading(walletAddress, connectUrls, io)
  try {
    const [own, second] = await Promise.all([
      readWalletAddress(walletAddress, { read }),
      other === undefined ? undefined : readWalletAddress(other, { read }),
    ])
    if (other !== undefined && second && second.resourceServer !== own.resourceServer) {
      throw new ConfigurationError(
        'ERR_WALLET_ADDRESS',
        `${other} is on ${second.resourceServer}, and ${walletAddress} on ${own.resourceServer}; give another wallet address on the same server`,
      )
    }
    // The status does not matter: the server only has to respond.
    const looked = await read(own.authServer)
    if ('failure' in looked) throw unreachable(own.authServer, looked.failure)
    return own
  } finally {
    await close()
  }
}

const reading = (
  url: string,
  connectUrls: Record<string, string>,
  { env, now, wait, monotonic }: GuardedIo,
): Pick<GnapTransport, 'read'> & { close: () => Promise<void> } => {
  const { origin } = new URL(url)
  const connection = {
    url: connectUrls[origin] ?? origin,
    insteadOf: connectUrls,
    headers: {},
    tls: { verify: true },
    proxy: proxyFor(url, env),
    requestTimeout: 5000,
  }
  const target = { baseUrl: origin, connection }
  const dispatcher = createDispatcher(target)
  const { read } = createTransport({ dispatcher, target, now, wait, monotonic })
  return { read, close: () => dispatcher.destroy() }
}

/**
 * Chooses the client. An authorization server on this machine can reach a client that the harness serves, so it needs no
 * other: undefined. Any other needs a published wallet address.
 */
const clientOf = (
  client: string | undefined,
  { authServer }: WalletAddress,
  connectUrls: Record<string, string>,
): { walletAddress: string } | undefined => {
  if (client !== undefined) return { walletAddress: client }
  const { origin } = new URL(authServer)
  const { hostname } = new URL(connectUrls[origin] ?? origin)
  if (isLoopback(hostname)) return undefined
  throw new ConfigurationError(
    'ERR_TARGET_CLIENT',
    `the authorization server ${authServer} is not on this machine, so it cannot read a client that is served here; set --client to a wallet address whose jwks.json has your public key`,
  )
}

/** Parses the options, each of which names two origins: `https://wallet.example=http://127.0.0.1:3000`. */
const connectUrlsOf = ({ connect = [] }: ByUrlOptions): Record<string, string> =>
  Object.fromEntries(
    connect.map((pair) => {
      const both = pair.split('=')
      if (both.length === 2 && both.every((one) => isUrl(one) && URL.canParse(one)))
        return both.map((one) => new URL(one).origin) as [string, string]
      throw new ConfigurationError(
        'ERR_INIT_ANSWER',
        `--connect ${pair} does not name two origins; give the published one and the one to connect to, such as https://wallet.example=http://127.0.0.1:3000`,
      )
    }),
  )

/**
 * Returns the way to get consent. A command runs in the folder of the target file, so paths in it are made relative to
 * that folder.
 */
const consentOf = (consent: string, folder: string, { cwd }: GuardedIo): GrantedTarget['consent'] => {
  if (consent === 'browser' || consent === 'print') return consent
  const words = consent.split(/\s+/).filter((word) => word !== '')
  const fromThere = (word: string): string => {
    const path = resolve(cwd, word)
    return existsSync(path) && !isAbsolute(word) ? relative(folder, path) : word
  }
  return { command: words.map(fromThere) }
}

/** Writes a key. An existing key is kept if it names its id. */
const writeKey = (path: string, kid: string): void => {
  if (existsSync(path) && kidIn(readFileSync(path, 'utf8')) !== undefined) return
  const key = `${JSON.stringify(privateJwk(randomBytes(32), kid), null, 2)}\n`
  writeFileSync(path, key, { mode: 0o600, flag: 'wx' })
}
