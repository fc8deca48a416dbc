import { expect, test } from 'vitest'
import { type BehindTls, behindTls } from './testing/behind-tls.ts'
import { command } from './testing/command.ts'
import { findingsIn } from './testing/doctored.ts'
import { writeTarget } from './testing/mock.ts'

/** Writes the target file as a user does who knows the public URLs, except for these keys. */
const examined = async ({ cwd, served, url, tls }: BehindTls, changed: object = {}) => {
  const walletAddress = `${url}/alice`
  writeTarget(cwd, served.target, { baseUrl: url, connectUrl: undefined, walletAddress, tls, ...changed })
  const { code, stdout } = await command(['doctor', 't.yaml'], { cwd })
  return {
    code,
    findings: findingsIn(stdout.replaceAll(url, 'https://op').replaceAll(overHttp(url), 'http://op')),
  }
}

const overHttp = (url: string): string => url.replace('https:', 'http:')

const remedy =
  'if clients use https://op, the server must trust X-Forwarded-Proto from the proxy in front of it'

test.each(['http', 'https'] as const)(
  'the advice for a server that verifies over http and publishes %s URLs leads to a target file that works',
  async (published) => {
    const server = await behindTls(published)
    const { cwd, url } = server
    const first = await examined(server)
    const wallet = published === 'http' ? ' and walletAddress: http://op/alice' : ''
    expect(first.findings).toEqual([
      [
        '✗ key',
        'The server verifies signatures against http://op, not against https://op',
        'at    t.yaml:4: baseUrl',
        `next  write baseUrl: http://op and connectUrl: https://op${wallet}; ${remedy}`,
      ],
    ])
    const walletAddress = wallet === '' ? `${url}/alice` : overHttp(`${url}/alice`)
    const second = await examined(server, { baseUrl: overHttp(url), connectUrl: url, walletAddress })
    const left =
      published === 'http'
        ? []
        : [
            [
              '! wallet',
              expect.stringContaining('it refuses clients that sign'),
              expect.stringMatching(/^next {2}leave baseUrl as it is, and let/),
            ],
          ]
    expect([second.code, second.findings]).toEqual([0, left])
    const checks = ['--only', 'payments/from-quote,settling/completes-when-full']
    const { code, stdout } = await command(['run', 't.yaml', '--runs', '3', ...checks], { cwd })
    expect(stdout).toMatch(/^Checks +[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive$/m)
    expect(code).toBe(0)
  },
)
