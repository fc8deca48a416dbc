import { isSameUrl } from '../../../core/urls.ts'
import type { Target } from '../../../target-file/target.ts'
import type { Probe, ProbeView } from '../context.ts'
import type { Unweighed } from '../finding.ts'
import type { TrialDifference } from '../trials.ts'

/** The most base URLs to try. More would be guessing. */
const most = 12

/**
 * Suspects baseUrl: tries those that the target file, the wallet address or common sense suggests, all over the same
 * connection.
 */
export function urlSuspects(seen: ProbeView): Probe[] {
  const { target, refused, document } = seen
  const moves = candidates(seen).map((baseUrl) => {
    const moved = { ...rebased(target, baseUrl), ...walletAt(baseUrl, document) }
    return {
      difference: { target: moved },
      found: () => movedFinding(target, moved, refused.response?.status),
    }
  })
  return [...proxySuspects(target), ...moves]
}

/**
 * Suspects that the requests bypass a proxy that ends TLS. The server then learns the published scheme only from a
 * header that the proxy would have set. Another baseUrl would be accepted, too, but no client signs it.
 */
const proxySuspects = (target: Target): Probe[] => {
  const { baseUrl, connection } = target
  const bypasses = baseUrl.startsWith('https:') && connection.url.startsWith('http:')
  if (!bypasses || forwardedProto.toLowerCase() in connection.headers) return []
  const headers = { ...connection.headers, [forwardedProto]: 'https' }
  return [
    {
      difference: { target: { ...target, connection: { ...connection, headers } } },
      found: () => ({
        area: 'key',
        fact: `The server verifies signatures against ${withOtherScheme(baseUrl)} unless ${forwardedProto} says https, as a proxy in front of it does`,
        place: ['headers'],
        next: `write headers: { ${forwardedProto}: https }, because requests go to ${connection.url} without that proxy`,
      }),
    },
  ]
}

/** Returns the wallet address that the document names, if it is on the server with this base URL. */
const walletAt = (
  baseUrl: string,
  document: ProbeView['document'],
): Partial<Pick<Target, 'walletAddress'>> => {
  const id = document?.id ?? ''
  return URL.canParse(id) && new URL(id).origin === new URL(baseUrl).origin ? { walletAddress: id } : {}
}

const forwardedProto = 'X-Forwarded-Proto'

const candidates = ({ target, document }: ProbeView): string[] => {
  const { baseUrl, walletAddress, connection, incomingPayments } = target
  const path = pathOf(baseUrl)
  const named = [...incomingPayments, ...receiverUrls(target)]
  const likely = [
    ...(document?.resourceServer === undefined ? [] : [document.resourceServer]),
    ...incomingPayments.map(baseOf),
    withOtherScheme(baseUrl),
    ...[walletAddress, connection.url, ...named].map((url) => new URL(url).origin + path),
    ...named.map(baseOf),
    baseUrl.includes('//localhost')
      ? baseUrl.replace('//localhost', '//127.0.0.1')
      : baseUrl.replace('//127.0.0.1', '//localhost'),
  ]
  const all = [...likely, ...likely.map(withOtherScheme), new URL(baseUrl).origin]
  return [...new Set(all)].filter((candidate) => candidate !== baseUrl).slice(0, most)
}

const receiverUrls = ({ receivers }: Target): string[] =>
  Object.values(receivers.sources).flatMap((source) =>
    source.kind === 'list' ? source.receivers.map(({ url }) => url) : [],
  )

/** Returns the base URL of the server that an incoming payment's URL belongs to. */
export function baseOf(incomingPayment: string): string {
  return incomingPayment.slice(0, incomingPayment.lastIndexOf('/incoming-payments/'))
}

const withOtherScheme = (url: string): string =>
  url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:')

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '')

/**
 * Returns the target with another base URL. Requests still go to the same host, so no other host receives credentials.
 */
export function rebased(target: Target, baseUrl: string): Target {
  const { url } = target.connection
  const below = pathOf(url) === pathOf(target.baseUrl) ? pathOf(baseUrl) : pathOf(url)
  return { ...target, baseUrl, connection: { ...target.connection, url: new URL(url).origin + below } }
}

const movedFinding = (target: Target, moved: Target, status: number | undefined): Unweighed => {
  const { baseUrl, connection } = moved
  const connectUrl = target.connection.url === target.baseUrl ? baseUrl : target.connection.url
  const keys = [
    ...(connection.url === connectUrl ? [] : [`connectUrl: ${connection.url}`]),
    ...(isSameUrl(moved.walletAddress, target.walletAddress)
      ? []
      : [`walletAddress: ${moved.walletAddress}`]),
  ]
  const others = keys.map((key) => ` and ${key}`).join('')
  const isUnknown = status === 404
  return {
    area: isUnknown ? 'server' : 'key',
    fact: isUnknown
      ? `The server has nothing below ${target.baseUrl} (404), but answers below ${baseUrl}`
      : `The server verifies signatures against ${baseUrl}, not against ${target.baseUrl}`,
    place: ['baseUrl'],
    next: `write baseUrl: ${baseUrl}${others}${isUnknown ? '' : remedyOnServer(target.baseUrl, baseUrl)}`,
  }
}

/**
 * Returns the remedy for a server behind a proxy. Such a server builds its own URL, while clients sign the one that
 * they know.
 */
const remedyOnServer = (ours: string, its: string): string => {
  const [{ protocol, host }, server] = [new URL(ours), new URL(its)]
  if (protocol !== server.protocol)
    return `; if clients use ${protocol}//${host}, the server must trust X-Forwarded-Proto from the proxy in front of it`
  return host === server.host
    ? ''
    : `; if clients use ${host}, the server must learn the host from the proxy in front of it (Host or X-Forwarded-Host)`
}

/**
 * Suspects that the server verifies against less or more than the requested URL. No change to the target file mends
 * that.
 */
export function targetUriSuspects({ target }: ProbeView): Probe[] {
  return [
    { what: 'the URL without its query', signedUrl: (url: string) => url.replace(/\?.*/s, '') },
    { what: 'the URL with a slash after its path', signedUrl: (url: string) => url.replace(/\?|$/, '/$&') },
  ].map(({ what, ...difference }: { what: string } & TrialDifference) => ({
    difference,
    found: () => ({
      area: 'key',
      fact: `The server verifies signatures against ${what}; @target-uri is the complete requested URL, ${target.baseUrl} and everything after it`,
      next: 'correct this in the server or in the proxy in front of it; the target file cannot',
    }),
  }))
}
