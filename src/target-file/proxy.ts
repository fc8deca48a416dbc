import { BlockList, isIP } from 'node:net'
import { ConfigurationError } from '../core/errors.ts'
import type { Variables } from './reading/fill-in.ts'

/**
 * Returns the proxy for requests to `url`: the given one, or else that of the environment. Returns undefined if
 * NO_PROXY exempts the host. Variables may be in lower case or in capitals; lower case takes precedence, as in curl.
 */
export function proxyFor(url: string, env: Variables, given?: string): string | undefined {
  const target = new URL(url)
  if (isExempt(target, read(env, 'NO_PROXY')?.value ?? '')) return undefined
  if (given !== undefined) return given
  const found = read(env, target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
  return found && proxyUrl(found)
}

interface Variable {
  name: string
  value: string
}

const read = (env: Variables, capitals: string): Variable | undefined =>
  [capitals.toLowerCase(), capitals]
    .map((name) => ({ name, value: env[name]?.trim() ?? '' }))
    .find(({ value }) => value !== '')

/** Accepts `proxy.example:3128` as a short form of `http://proxy.example:3128`. */
const proxyUrl = ({ name, value }: Variable): string => {
  const url = value.includes('://') ? value : `http://${value}`
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  throw new ConfigurationError(
    'ERR_PROXY',
    `The variable ${name} does not hold the http or https URL of a proxy; correct it, unset it, or set proxy in the target file`,
  )
}

const isExempt = (target: URL, noProxy: string): boolean =>
  noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || exempts(entry.toLowerCase(), target))

const exempts = (entry: string, { hostname, port, protocol }: URL): boolean => {
  const host = bare(hostname)
  const [, name = entry, wantedPort] = /^(\[[^\]]*\]|[^:]*):([0-9]+)$/.exec(entry) ?? []
  if (wantedPort !== undefined && wantedPort !== (port || (protocol === 'https:' ? '443' : '80')))
    return false
  if (isIP(host) > 0) return bare(name) === host || isInSubnet(host, name)
  const domain = name.replace(/^\*?\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

const isInSubnet = (address: string, entry: string): boolean => {
  const [net = '', prefix = ''] = entry.split('/')
  const family = isIP(address)
  const bits = /^[0-9]+$/.test(prefix) ? Number(prefix) : Number.NaN
  if (isIP(net) !== family || !(bits <= (family === 4 ? 32 : 128))) return false
  const subnet = new BlockList()
  subnet.addSubnet(net, bits, family === 4 ? 'ipv4' : 'ipv6')
  return subnet.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
