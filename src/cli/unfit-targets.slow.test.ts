import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { EndEvent } from '../core/events.ts'
import { serveProxy } from '../http/testing/proxy.ts'
import { serve, serveBytes, serveRaw } from '../http/testing/server.ts'
import type { Report } from '../report/data/json.ts'
import { readReport } from '../report/data/json.ts'
import { command, folder, type Ran } from './testing/command.ts'
import { haltingProxy } from './testing/halting-proxy.ts'
import { type Served, serveMock, writeTarget } from './testing/mock.ts'
import { eventsIn } from './testing/record.ts'
import { relay } from './testing/relay.ts'

interface Judged extends Ran {
  report: Report
  end: EndEvent
  /** The path of the target file, as the text report names it. */
  file: string
}

/** Runs against a changed target of a mock, so that requests go elsewhere. The run must leave no flawed output. */
const judged = async (
  { target }: Served,
  change: object,
  options: string[] = [],
  interrupted = new AbortController().signal,
): Promise<Judged> => {
  const cwd = await folder()
  writeTarget(cwd, target, change)
  const ran = await command(['run', 't.yaml', '--out', 'o', ...options], { cwd, signal: interrupted })
  expect(ran.stdout + ran.stderr).not.toMatch(/^\s*at .*[:(]\d|\bundefined\b|\bError:/m)
  expect(ran.stderr).toMatch(
    /^(mock, at \S+, is not on this machine\. .*:\n( {2}\w+ +\S.*\n){5})?(once the cause is gone, .*\n)?(wrote \S.*\n)?$/,
  )
  const path = join(cwd, 'o/report.json')
  const report = readReport(readFileSync(path, 'utf8'), path)
  const end = eventsIn(join(cwd, 'o/events.ndjson')).at(-1)
  if (end?.type !== 'end') throw new Error('the last event does not end the run')
  expect(report).toMatchObject({ exitCode: ran.code, outcome: end.outcome })
  return { ...ran, report, end, file: 't.yaml' }
}

const hasty = { limits: { requestTimeout: '200ms' } }

const answering = (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  serve((_, response) => void response.writeHead(status, headers).end(body))

/** Returns a URL at which no server listens: that of a server which has just closed. */
const nobody = async (): Promise<string> => {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** Strips the line from `t.yaml:7: KEY`, because it depends on what the test writes above the key. */
const withoutLines = (text: string): string => text.replaceAll(/t\.yaml:\d+/g, 't.yaml')

const closedEarly = 'the connection was closed before the response was complete'
const noHttp = '<file>: connectUrl: the program at <url> does not speak HTTP/1.1 as expected: '
const noPort = '; correct the scheme or the port.'

test.each([
  {
    where: 'a port where nobody listens',
    server: nobody,
    sentence: '<file>: connectUrl: nothing listens at <url>; start the server, or correct connectUrl.',
  },
  {
    where: 'a host that nobody knows',
    server: async () => 'http://no-such-host.invalid',
    sentence: '<file>: connectUrl: the host of <url> is unknown; correct connectUrl.',
  },
  {
    where: 'a server that answers HTML, 404',
    server: () => answering(404, { 'content-type': 'text/html' }, '<html>Not found'),
    sentence: 'The server has nothing at <base> (404). Correct the path of baseUrl in <file>.',
  },
  {
    where: 'a server that answers HTML, 400',
    server: () => answering(400, { 'content-type': 'text/html' }, '<html>Bad request'),
    sentence:
      'The server answers with HTML (400). baseUrl in <file> is probably the URL of a web page or a proxy.',
  },
  {
    where: 'a server that closes the connection',
    server: () => serveRaw((socket) => socket.once('data', () => socket.end())),
    sentence: `<file>: connectUrl: no usable answer came from <url>: ${closedEarly}; look at the server's log; if it speaks TLS there, write https: in connectUrl.`,
  },
  {
    where: 'a server that never answers',
    server: () => serve(() => undefined),
    sentence:
      '<file>: limits.requestTimeout: no complete response came from <url> within 200 ms; check whether the server hangs or a firewall drops requests; otherwise raise limits.requestTimeout.',
  },
  {
    where: 'a server that never ends its answer',
    server: () => serve((_, response) => void response.writeHead(200).write('{')),
    sentence:
      '<file>: limits.requestTimeout: no complete response came from <url> within 200 ms; check whether the server hangs or a firewall drops requests; otherwise raise limits.requestTimeout.',
  },
  {
    where: 'a server that speaks something else',
    server: () => serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n')),
    sentence: `${noHttp}the response is not HTTP/1.1 (HPE_INVALID_CONSTANT)${noPort}`,
  },
  {
    where: 'a server that goes on saying 100',
    server: () => serveBytes('HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)),
    sentence: `${noHttp}the server sent an unexpected response (1xx, or before the request)${noPort}`,
  },
  {
    where: 'a server whose answers have no end in sight',
    server: () => answering(200, {}, Buffer.alloc(2 ** 21)),
    sentence:
      '<file>: connectUrl: at <url>, the body of the response is larger than 1 MiB; check which program answers there.',
  },
  {
    where: 'a server that answers everything 401',
    server: () => answering(401),
    sentence:
      'The server refuses tokens.full or the signature (401). Check that the token is still valid, that the key of signing is registered for it under its keyId, and that the server verifies against <base>.',
  },
  {
    where: 'a server that answers everything 403',
    server: () => answering(403),
    sentence:
      'The server refuses tokens.full (403). The token must allow every operation on walletAddress in <file>.',
  },
  {
    where: 'a firewall that answers everything 403, in HTML',
    server: () => answering(403, { 'content-type': 'text/html' }, '<html>Forbidden'),
    sentence:
      'The response is HTML: a firewall or a proxy in front of the server may have sent it. If not, the server refuses tokens.full (403).',
  },
  {
    where: 'a server that answers everything 404',
    server: () => answering(404),
    sentence: 'The server has nothing at <base> (404). Correct the path of baseUrl in <file>.',
  },
  {
    where: 'a server that answers everything 500',
    server: () => answering(500),
    sentence: 'The server fails on a valid request (500). Look at its log.',
  },
  {
    where: 'a server that redirects everything',
    server: () => answering(301, { location: 'https://wallet.example/' }),
    sentence:
      '<file>: connectUrl: the server redirects (301); a signature holds for one URL only; set a URL that does not redirect.',
  },
  {
    where: 'a server that has too many requests, whenever asked',
    server: () => answering(429, { 'retry-after': '1' }),
    sentence: '<file>: limits.requestsPerSecond: <url> keeps answering 429 (too many requests); lower it.',
  },
])('against $where a run exits with 3 and names the likeliest cause', async ({ server, sentence }) => {
  const mock = await serveMock()
  const connectUrl = await server()
  for (const walletAsset of [mock.target.walletAsset, undefined]) {
    const { code, stdout, report, end, file } = await judged(mock, { ...hasty, connectUrl, walletAsset })
    expect(code).toBe(3)
    const cause = sentence.replace('<url>', connectUrl).replace('<base>', mock.url).replace('<file>', file)
    expect(withoutLines(stdout)).toContain(`\nNot judged: ${cause}`)
    expect(end.outcome).toBe('not judged')
    expect(withoutLines(String(end.sentence))).toContain(cause)
    expect(report.counts.exchanges).toBeGreaterThanOrEqual(2)
    expect(report.counts.checks['not run']).toBeGreaterThan(0)
    expect(stdout).not.toMatch(/\n(?:Not run|Skipped)/)
  }
})

test('a run reports a missing WWW-Authenticate of a server that always answers 401, though it is not judged', async () => {
  const { report, stdout } = await judged(await serveMock(), { connectUrl: await answering(401) })
  expect(report.findings).toMatchObject([{ requirement: 'errors.401.www-authenticate' }])
  expect(stdout).toContain('received  no WWW-Authenticate')
})

const page = { 'content-type': 'text/html' }
const zipped = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

test.each([
  {
    what: 'HTML',
    server: () => answering(200, page, '<html>Welcome'),
    sentence:
      'The server answers every request with HTML. baseUrl in <file> is probably the URL of a web page or a proxy.',
  },
  {
    what: 'nothing, 200',
    server: () => answering(200),
    sentence:
      'The server requires neither a token nor a signature. Check that it verifies both, and that baseUrl in <file> is the URL of the payments service itself.',
  },
  {
    what: 'gzip',
    server: () => answering(200, zipped, gzipSync('<html>')),
    sentence:
      'The server requires neither a token nor a signature. Check that it verifies both, and that baseUrl in <file> is the URL of the payments service itself.',
  },
])(
  'a server that answers everyone $what fails, and the run names the likeliest cause',
  async ({ server, sentence }) => {
    const { code, stdout, report, file } = await judged(await serveMock(), { connectUrl: await server() })
    expect(code).toBe(1)
    expect(stdout).toMatch(/\nNot conforming: \d+ requirements of level MUST failed, \d+ causes?\.\n/)
    expect(stdout).toContain(`\n  ! ${sentence.replace('<file>', file)}\n`)
    const failed = report.findings.map(({ requirement }) => requirement)
    expect(failed).toEqual(
      expect.arrayContaining(['token.required', 'signature.required', 'service.bodies-are-json']),
    )
  },
)

test('a run does not judge a server with an unknown certificate, and suggests tls.ca', async () => {
  const mock = await serveMock({ tls: true })
  const { code, stdout, file } = await judged(mock, { tls: {} })
  expect(code).toBe(3)
  expect(withoutLines(stdout)).toContain(
    `\nNot judged: ${file}: tls: at ${mock.url}, the certificate of the server is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); set the certificate authority as tls.ca, or renew the certificate for this name.\n`,
  )
})

test.each([
  {
    asked: 'http of a server that speaks TLS',
    tls: true,
    sentence:
      "<file>: connectUrl: no usable answer came from <url>: the connection was closed before the response was complete; look at the server's log; if it speaks TLS there, write https: in connectUrl.",
  },
  {
    asked: 'https of a server that does not',
    tls: false,
    sentence:
      '<file>: connectUrl: at <url>, the TLS handshake failed (ERR_SSL_WRONG_VERSION_NUMBER); write http: in connectUrl if the server does not speak TLS there; otherwise look at its log.',
  },
])('a run that asks $asked judges nothing, and says why', async ({ tls, sentence }) => {
  const mock = await serveMock({ tls })
  const connectUrl = tls ? mock.url.replace('https:', 'http:') : mock.url.replace('http:', 'https:')
  const { code, stdout, file } = await judged(mock, { connectUrl })
  expect(code).toBe(3)
  const cause = sentence.replace('<url>', connectUrl).replace('<file>', file)
  expect(withoutLines(stdout)).toContain(`\nNot judged: ${cause}\n`)
})

test('a run reports a proxy that lets nothing through', async () => {
  const proxy = await serveProxy((socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const connectUrl = 'https://wallet.invalid'
  const { code, stdout, file } = await judged(await serveMock(), { connectUrl, proxy: proxy.url })
  expect(code).toBe(3)
  expect(withoutLines(stdout)).toContain(
    `\nNot judged: ${file}: proxy: the proxy does not allow a connection to ${connectUrl}: the proxy refuses to connect (status 407); correct proxy, or the environment variables HTTPS_PROXY and NO_PROXY.\n`,
  )
})

test("a run that cannot learn the wallet's asset tries nothing with an amount, and suggests walletAsset", async () => {
  const mock = await serveMock()
  const receivers = { ...Object(mock.target['receivers']), fixed: undefined }
  const connectUrl = await relay(mock.url, ({ url }, response) => {
    if (!url?.endsWith('/alice')) return false
    response.writeHead(404).end()
    return true
  })
  const { code, stdout, file } = await judged(mock, { connectUrl, receivers, walletAsset: undefined })
  expect(code).toBe(3)
  expect(stdout).toMatch(/\nNot judged: \d+ checks that claim a MUST ended as inconclusive\.\n/)
  expect(stdout).toContain(
    `\n  ! The asset of walletAddress is unknown, so nothing with an amount was tried. Set walletAsset in ${file}.\n`,
  )
})

test('a run reports a token command that fails, and sends nothing', async () => {
  const mock = await serveMock()
  const tokens = {
    ...Object(mock.target['tokens']),
    full: { command: [process.execPath, '-e', 'process.exit(7)'] },
  }
  const { code, stdout, report, file } = await judged(mock, { tokens })
  expect({ code, exchanges: report.counts.exchanges }).toEqual({ code: 3, exchanges: 0 })
  expect(stdout).toContain(
    `\nNot judged: create-quote could not be tried: ${file}: tokens.full: the command ended with exit code 7, expected a token on its standard output; `,
  )
})

test.each([1, 2, 3])(
  'a run that may send %i requests ends by itself and says what to raise',
  async (maxRequests) => {
    const { code, stdout, report } = await judged(await serveMock(), { limits: { maxRequests } })
    expect({ code, exchanges: report.counts.exchanges }).toEqual({ code: 3, exchanges: maxRequests })
    expect(stdout).toContain(`limits.maxRequests (${maxRequests}) is used up; raise it in the target file`)
  },
)

test.each([
  {
    how: 'resets every connection',
    afterwards: (incoming: IncomingMessage) => void incoming.socket.resetAndDestroy(),
    limits: {},
    cause: (url: string) =>
      `no usable answer came from ${url}: ${closedEarly}; look at the server's log; if it speaks TLS there, write https: in connectUrl.`,
  },
  {
    how: 'answers nothing',
    afterwards: () => undefined,
    limits: { requestTimeout: '500ms' },
    cause: (url: string) =>
      `no complete response came from ${url} within 500 ms; check whether the server hangs or a firewall drops requests; otherwise raise limits.requestTimeout.`,
  },
])(
  'a run judges what a server answered before it $how, and the rest is inconclusive',
  async ({ afterwards, limits, cause }) => {
    const mock = await serveMock()
    const { url } = await haltingProxy(mock.url, 100, afterwards)
    const options = ['--only', 'tokens', '--concurrency', '16', '--wait', '3s']
    const { code, stdout, report } = await judged(mock, { limits, connectUrl: url }, options)
    expect(code).toBe(3)
    const sentence = `The server answered at first, but then stopped: ${cause(url)}`
    expect(stdout).toContain(`\n  ! ${sentence}\n`)
    expect(stdout).toContain(' a MUST ended as inconclusive.\n')
    expect(report.counts).toMatchObject({ checks: { error: 0 }, findings: { failure: 0 } })
    expect(report.counts.checks.passed).toBeGreaterThan(0)
    expect(report.counts.checks.inconclusive).toBeGreaterThan(0)
  },
)

test.each([0, 1, 2, 100])(
  'a run that is interrupted at its request %i exits with 130 at once, and reports what was judged',
  async (passes) => {
    const mock = await serveMock()
    const { url, halted } = await haltingProxy(mock.url, passes)
    const interrupting = new AbortController()
    halted.then(() => interrupting.abort())
    const { code, stdout, report } = await judged(
      mock,
      { connectUrl: url, limits: { requestTimeout: '60s' } },
      ['--concurrency', '2'],
      interrupting.signal,
    )
    expect(code).toBe(130)
    expect(stdout).toContain('\nInterrupted. This report shows what was judged so far.\n')
    const { passed, 'not run': notRun, failed, error } = report.counts.checks
    expect({ failed, error }).toEqual({ failed: 0, error: 0 })
    expect(notRun).toBeGreaterThan(0)
    expect(stdout).toContain(`${passed} passed, 0 failed`)
    expect(stdout).toContain(`, ${notRun} not run\n`)
    if (passes === 100) expect(passed).toBeGreaterThan(10)
    expect(report.checks.filter(({ verdict }) => !verdict)).toHaveLength(notRun)
  },
)

test('a run that is interrupted before it begins sends nothing', async () => {
  const { code, report } = await judged(await serveMock(), {}, [], AbortSignal.abort())
  expect({ code, exchanges: report.counts.exchanges }).toEqual({ code: 130, exchanges: 0 })
})
