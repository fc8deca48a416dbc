import { createPrivateKey } from 'node:crypto'
import { unescaped } from '../core/urls.ts'
import { readCertificates, readPrivatePem } from './keys/pem.ts'
import { keepKey, keepSecret } from './keys/secrets.ts'
import { proxyFor } from './proxy.ts'
import { milliseconds } from './reading/duration.ts'
import type { TargetFile, TlsEntry } from './reading/file.ts'
import type { Variables } from './reading/fill-in.ts'
import { type Problems, ValidationError } from './reading/problem.ts'
import type { Connection, Secret } from './target.ts'

/** Makes the checks of headers, TLS and the served client that a schema cannot express. */
export function checkConnection(file: TargetFile, problems: Problems): void {
  const { headers, tls } = file
  checkServed(file, problems)
  for (const name of Object.keys(headers ?? {})) {
    problems.attempt(['headers', name], () => checkHeader(name, Object.keys(headers)))
  }
  for (const name of ['ca', 'cert'] as const) {
    problems.attempt(['tls', name], () => tls[name] !== undefined && readCertificates(tls[name]))
  }
  problems.attempt(['tls', 'key'], () => tls.key !== undefined && checkKey(tls, tls.key))
}

/** Refuses a port at which an authorization server that reads the client with `fetch` cannot reach it. */
const checkServed = ({ client }: TargetFile, problems: Problems): void => {
  if (!client?.serve) return
  const { listen, url } = client.serve
  problems.attempt(['client', 'serve', url === undefined ? 'listen' : 'url'], () => {
    const { port } = new URL(url ?? `http://${listen}`)
    if (!blockedPorts.has(port)) return
    throw new ValidationError(
      'ERR_TARGET_VALUE',
      `no program that uses fetch connects to port ${port}, so an authorization server may not be able to read the client`,
      'choose another port, such as 4180',
    )
  })
}

/** The ports that the Fetch standard blocks (fetch.spec.whatwg.org, block bad port). */
const blockedPorts: ReadonlySet<string> = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135
  137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719
  1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
)

const ownHeaders =
  /^(?:authorization|signature|signature-input|content-digest|content-length|content-type|host|connection|transfer-encoding)$/

const checkHeader = (name: string, all: string[]): void => {
  const lower = name.toLowerCase()
  if (ownHeaders.test(lower)) {
    throw new ValidationError('ERR_TARGET_HEADER', 'op-conformance sets this header itself', 'take it out')
  }
  if (all.filter((other) => other.toLowerCase() === lower).length > 1) {
    throw new ValidationError(
      'ERR_TARGET_HEADER',
      'the header appears twice, with names that differ only in case',
      'keep one of them',
    )
  }
}

const checkKey = ({ cert }: TlsEntry, pem: string): void => {
  const key = readPrivatePem(pem)
  const fits =
    cert === undefined || !/BEGIN CERTIFICATE/.test(cert) || readCertificates(cert)[0].checkPrivateKey(key)
  if (!fits) {
    throw new ValidationError('ERR_TLS_KEY', 'not the key of tls.cert', 'give the key of the certificate')
  }
}

export function connectionOf(file: TargetFile, env: Variables, secrets: Secret[]): Connection {
  const { baseUrl, connectUrl, headers, tls, limits } = file
  const insteadOf = originsInsteadOf(file.connectUrls)
  const url = withoutSlash(connectUrl ?? atOther(insteadOf[new URL(baseUrl).origin], baseUrl))
  const proxy = proxyFor(url, env, file.proxy)
  for (const [name, value] of Object.entries(headers)) keepSecret(secrets, `headers.${name}`, value)
  if (tls.key !== undefined) keepKey(secrets, 'tls.key', tls.key, createPrivateKey(tls.key))
  if (proxy !== undefined) keepPassword(secrets, proxy)
  return {
    url,
    insteadOf,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    tls,
    proxy,
    requestTimeout: milliseconds(limits.requestTimeout),
  }
}

/** Normalizes both sides to origins, as URLs are compared: default ports are dropped, and letters are lower case. */
const originsInsteadOf = (connectUrls: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(connectUrls).map(([named, reached]) => [new URL(named).origin, new URL(reached).origin]),
  )

/** Moves the URL to another origin and keeps its path exactly as it is written. */
const atOther = (origin: string | undefined, url: string): string =>
  origin === undefined ? url : url.replace(/^[^:]+:\/\/[^/]*/, origin)

const keepPassword = (secrets: Secret[], proxy: string): void => {
  const { username, password } = new URL(proxy)
  if (username === '' && password === '') return
  const plain = (text: string): string => unescaped(text) ?? text
  const basic = Buffer.from(`${plain(username)}:${plain(password)}`).toString('base64')
  for (const value of [proxy, password, plain(password), basic]) keepSecret(secrets, 'proxy', value)
}

/** Removes trailing slashes, so that a path can be appended. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
