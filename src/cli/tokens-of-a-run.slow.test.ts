import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import type { Alter } from '../../suites/testing/altering-proxy.ts'
import { writeLedger } from '../app/grants/ledger-file.ts'
import { createGnapClient } from '../gnap/client.ts'
import { createTransport } from '../gnap/transport.ts'
import { loadTarget } from '../target-file/reading/load.ts'
import { command } from './testing/command.ts'
import { now, only, run, type Scene, scene, wait } from './testing/granting.ts'
import type { Intercept } from './testing/relay.ts'

test('a run gets the tokens that its checks need, with consent by a command, and revokes every one of them', async () => {
  const { cwd, alive } = await scene()
  const { code, stderr, stdout } = await run(
    cwd,
    ...only('revoked', 'read-only-creates', 'write-only-reads', 'other-wallet-creates'),
  )
  expect(stderr).toContain('requests 7 tokens; consent is asked for 4 times:')
  expect(stderr).toContain('revoked 6 tokens')
  expect(alive()).toBe(0)
  expect(stdout).toMatch(/Checks +\d+ passed, 0 failed, 0 skipped, 0 inconclusive/)
  expect(code).toBe(0)
  expect(existsSync(join(cwd, '.op-conformance-tokens'))).toBe(false)
})

test('a run asks for consent once for each client if the server grants several tokens at once', async () => {
  const { cwd, alive, journal } = await scene({}, { variants: ['several-access-tokens'] })
  const limited = ['--only', 'races/last-of-a-limited-token']
  const { code, stderr } = await run(cwd, ...only('revoked', 'own-only'), ...limited)
  expect(stderr).toContain('requests 6 tokens; consent is asked for 2 times:\nconsent 1 of 2\n')
  expect(stderr).toMatch(/consent 2 of 2\n {2}otherClient\.token \(a second client\)\n/)
  expect(stderr).toMatch(
    /tokens\.limited\.token \(spending up to a limit\)\n.*\n.*\n.*spending at most 5\.00 USD/,
  )
  expect(journal.filter((line) => /^POST \/auth\/interact\//.test(line))).toHaveLength(2)
  expect([code, alive()]).toEqual([0, 0])
})

test('no token appears in the record, the reports or on a stream', async () => {
  const { cwd, values } = await scene()
  const { stdout, stderr } = await run(cwd, '--only', 'quotes/one-amount', '--verbose')
  const record = readFileSync(join(cwd, 'reports/granted-open-payments-1.3/events.ndjson'), 'utf8')
  expect(values().length).toBeGreaterThanOrEqual(2)
  for (const value of values()) expect(stdout + stderr + record).not.toContain(value)
})

const gone = spawnSync(process.execPath, ['-e', '']).pid

/** Makes a token, and a ledger that says it belongs to a process that no longer exists. */
const leftBehind = async ({ cwd, url }: Scene, pid = gone) => {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const target = await loadTarget({ file: 't.yaml', cwd, env: {}, now: Date.now })
  const transport = createTransport({ dispatcher, target, now: () => new Date(), wait, monotonic: Date.now })
  const client = createGnapClient({ endpoint: `${url}/auth`, key: target.signing.key }, transport)
  const { tokens: granted } = await client.request([{ access: [{ type: 'quote', actions: ['create'] }] }])
  const path = join(cwd, '.op-conformance-tokens', 'x.json')
  const about = { name: 'tokens.full', signer: 'signing', since: 0, access: [] } as const
  const tokens = granted.map(({ value, manage = '' }) => ({ ...about, value, manage }))
  const holder = { pid, host: hostname(), id: 'x' }
  writeLedger({ path, holder, contents: { endpoint: `${url}/auth`, tokens, pending: [] } }, target)
  return { path, value: String(granted[0]?.value) }
}

test('tokens of a process that was killed are revoked by the next command', async () => {
  const set = await scene()
  const { path, value } = await leftBehind(set)
  expect(set.alive()).toBe(1)
  const { stderr } = await run(set.cwd, '--only', 'quotes/one-amount')
  expect(stderr).toContain('revoked 1 token of a run that was killed')
  expect(stderr).not.toContain(value)
  expect([set.alive(), existsSync(dirname(path))]).toEqual([0, false])
})

test('tokens of a killed process are revoked although its id belongs to another program now', async () => {
  const set = await scene()
  const { path } = await leftBehind(set, process.ppid)
  const revoke = () => command(['tokens', 't.yaml', '--revoke'], { cwd: set.cwd })
  await revoke()
  expect([set.alive(), existsSync(path)]).toEqual([1, true])
  const then = new Date(Date.now() - 60_000)
  utimesSync(path, then, then)
  expect((await revoke()).stderr).toBe('revoked 1 token of a run that was killed\n')
  expect([set.alive(), existsSync(path)]).toEqual([0, false])
})

test('tokens of a killed process are revoked although its id is ours now, as in a container', async () => {
  const set = await scene()
  await leftBehind(set, process.pid)
  await command(['tokens', 't.yaml', '--revoke'], { cwd: set.cwd })
  expect(set.alive()).toBe(0)
})

test('a command sends nothing for a ledger written without the key of the target file, and names it', async () => {
  const set = await scene()
  const { path } = await leftBehind(set)
  const ledger = JSON.parse(readFileSync(path, 'utf8'))
  const [token] = ledger.tokens
  for (const name of ['x.json', 'kept-t.yaml.json'])
    writeFileSync(
      join(dirname(path), name),
      JSON.stringify({ ...ledger, tokens: [{ ...token, name: 'mine' }] }),
    )
  const before = set.journal.length
  const { code, stderr } = await command(['tokens', 't.yaml', '--revoke'], { cwd: set.cwd })
  const note = 'was not written with the key of t.yaml; nothing is sent for it, remove it'
  expect(stderr).toBe(
    ['kept-t.yaml.json', 'x.json']
      .map((name) => `note: ${name} in .op-conformance-tokens ${note}\n`)
      .join(''),
  )
  expect([code, set.journal.length, set.alive()]).toEqual([0, before, 1])
})

test('the next command revokes tokens whose revocation got no answer', async () => {
  let isDown = false
  const alter: Alter = (passing) => {
    if (isDown && passing.method === 'DELETE') throw new Error('the connection breaks off')
    return passing
  }
  const set = await scene({}, { alter })
  const { path } = await leftBehind(set)
  const revoke = () => command(['tokens', 't.yaml', '--revoke'], { cwd: set.cwd })
  isDown = true
  expect((await revoke()).stderr).toContain('note: not revoked: tokens.full: ')
  expect(existsSync(path)).toBe(true)
  isDown = false
  await revoke()
  expect([set.alive(), existsSync(path)]).toEqual([0, false])
})

test('the next run uses kept tokens without another consent, and tokens shows and revokes them', async () => {
  const { cwd, alive, values } = await scene({ otherClient: undefined })
  const first = await run(cwd, ...only('revoked'), '--keep-tokens')
  expect(first.stderr).toContain('kept 2 tokens for the next command')
  const shown = await command(['tokens', 't.yaml'], { cwd })
  expect(shown.stdout).toMatch(/^tokens\.full {2}kept, granted or renewed at 2.*, expires in [56]\d\d s$/m)
  for (const value of values()) expect(shown.stdout).not.toContain(value)
  expect(alive()).toBe(2)
  const second = await run(cwd, ...only('revoked'), '--keep-tokens')
  expect(second.stderr).toContain('requests 1 token, none of which needs consent')
  expect([second.code, alive()]).toEqual([0, 2])
  const revoked = await command(['tokens', 't.yaml', '--revoke'], { cwd })
  expect([revoked.code, revoked.stderr, alive()]).toEqual([0, 'revoked 2 tokens that a run kept\n', 0])
  expect((await command(['tokens', 't.yaml'], { cwd })).stdout).toContain('No token is alive.')
})

test('tokens that the server ends early are renewed, and the run goes on', async () => {
  const { cwd, journal, expire, alive } = await scene({ otherClient: undefined })
  let isExpired = false
  const { code, stdout } = await command(
    ['run', 't.yaml', '--only', 'quotes/one-amount', '--only', 'quotes/inferred-amount', '--verbose'],
    {
      cwd,
      env: process.env,
      wait,
      saidAside: (text) => {
        if (isExpired || !/POST \S*\/quotes/.test(text)) return
        isExpired = true
        expire()
      },
    },
  )
  expect(isExpired).toBe(true)
  expect(stdout).toMatch(/[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive/)
  expect(journal.filter((line) => /^POST \S*\/auth\/token\/\S+ 200$/.test(line)).length).toBeGreaterThan(0)
  expect([code, alive()]).toEqual([0, 0])
})

/** Answers in place of an authorization server that is not there. */
type Gone = (response: ServerResponse) => unknown

const breaksOff: Gone = (response) => response.destroy()

/** The authorization server goes away after the first quote, when all tokens expire, and is back after a while. */
const withoutAuthorization = async (
  gone: Gone,
  milliseconds: number,
  { waiting = wait, first = () => false }: { waiting?: typeof wait; first?: Intercept } = {},
) => {
  let isDown = false
  let hasExpired = false
  const intercept: Intercept = async (incoming, response, number) => {
    if (!hasExpired && (await first(incoming, response, number))) return true
    const isGone = isDown && incoming.url?.startsWith('/auth') === true
    if (isGone) gone(response)
    return isGone
  }
  const { cwd, expire, url, alive } = await scene({ otherClient: undefined }, { intercept })
  const saidAside = (text: string): void => {
    if (hasExpired || !/POST \S*\/quotes/.test(text)) return
    isDown = hasExpired = true
    expire()
    void setTimeout(milliseconds).then(() => {
      isDown = false
    })
  }
  const checks = ['--only', 'quotes/one-amount', '--only', 'quotes/inferred-amount']
  const ran = await command(['run', 't.yaml', ...checks, '--verbose'], {
    cwd,
    env: process.env,
    wait: waiting,
    saidAside,
  })
  return { ...ran, url, alive }
}

test.each<[string, Gone]>([
  ['breaks off all connections', breaksOff],
  ['is behind a gateway that answers 503', (response) => response.writeHead(503).end()],
])(
  'a run waits for an authorization server that %s for a while, names it in one line and goes on',
  async (_, gone) => {
    const { code, stdout, stderr, url, alive } = await withoutAuthorization(gone, 1500)
    expect(stderr).toContain(
      `waiting up to 60 s for the authorization server at ${url} to become available again\n`,
    )
    const waited = `! The authorization server at ${url} was unavailable for 2 s; the run waited for it and then went on.`
    expect(stdout.split('\n').filter((line) => line.includes('uthorization server'))).toEqual([
      expect.stringContaining(waited),
    ])
    expect(stdout).toMatch(/[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive/)
    expect([code, alive()]).toEqual([0, 0])
  },
)

test('a token that was renewed because a request was refused is renewed again after an outage', async () => {
  let refused = 0
  // Such a server refuses a valid request for another reason than its token.
  const first: Intercept = ({ method, url, headers: { host } }, response) => {
    const isRefused = method === 'GET' && url?.includes('/outgoing-payments') === true && refused === 0
    if (!isRefused) return false
    refused++
    const challenge = `GNAP as_uri="http://${host}/auth"`
    const error = { code: 'refused', description: 'not now' }
    const headers = { 'www-authenticate': challenge, 'content-type': 'application/json' }
    response.writeHead(401, headers).end(JSON.stringify({ error }))
    return true
  }
  const { code, stdout, alive } = await withoutAuthorization(breaksOff, 6000, { first })
  expect(refused).toBe(1)
  expect(stdout).toMatch(/[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive/)
  expect([code, alive()]).toEqual([0, 0])
})

test('a run whose authorization server is gone says so once, and not that the file needs other tokens', async () => {
  const hurry: typeof wait = (milliseconds, until) => wait(milliseconds > 2000 ? milliseconds : 5, until)
  const { code, stdout, stderr, url } = await withoutAuthorization(breaksOff, 30_000, { waiting: hurry })
  const why = `the authorization server at ${url} cannot be reached`
  expect(stdout.split(`could not be renewed: ${why}.`).length).toBeGreaterThan(1)
  expect(stdout).not.toContain('Give a token in')
  expect(stderr).toContain(`tokens.full could not be renewed: ${why}\n`)
  expect(stderr).toContain(
    'once the cause is gone, add --resume to the same command to try again what was not judged\n',
  )
  expect(code).toBe(3)
})

test('--resume refuses a complete run before it asks for a token', async () => {
  const { cwd, journal } = await scene({ otherClient: undefined })
  await run(cwd, ...only('revoked'))
  const before = journal.length
  const { code, stderr } = await run(cwd, ...only('revoked'), '--resume')
  expect([code, journal.length]).toEqual([2, before])
  expect(stderr).toMatch(/^The run in \S+ is already complete; run without --resume to start a new run\n$/)
})

test('a run that prints the consent page polls until somebody has decided', async () => {
  const { cwd, journal, alive } = await scene({ grants: { consent: 'print' }, otherClient: undefined })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { code } = await command(['run', 't.yaml', ...only('revoked')], {
    cwd,
    env: process.env,
    wait,
    saidAside: (text) => {
      for (const [, page = ''] of text.matchAll(/open this page and decide within \d+ s: (\S+)/g)) {
        void fetch(page, { method: 'POST', body: 'decision=accept', headers })
      }
    },
  })
  expect([code, alive()]).toEqual([0, 0])
  expect(journal.filter((line) => /\/auth\/continue\/\S+ (?!200)/.test(line))).toEqual([])
})

/** The components that the official client covers, and host. */
const withHost = ['@method', '@target-uri', 'authorization', 'content-digest', 'host']

test('a client with a wallet address gets every token, even if its signatures also cover host', async () => {
  const { cwd, alive, change } = await scene({}, { variants: ['several-access-tokens'] })
  change((target) => ({ ...target, signing: { ...Object(target['signing']), components: withHost } }))
  const { code, stdout } = await run(cwd, ...only('revoked', 'read-only-creates'))
  expect(stdout).toMatch(/[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive/)
  expect([code, alive()]).toEqual([0, 0])
})

test('a client that is only a key gets the tokens that need no consent, beside those of the file', async () => {
  const { cwd, alive, change, fixed, journal } = await scene({
    otherClient: undefined,
    otherWallet: undefined,
  })
  change(({ tokens: _, ...target }) => ({
    ...target,
    ...fixed(withHost),
    client: { directed: true },
  }))
  const { code, stdout, stderr } = await run(cwd, ...only('revoked'))
  expect(stderr).toContain('requests 2 tokens, none of which needs consent')
  expect(stdout).toMatch(/[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive/)
  expect(journal.filter((line) => /^POST \/auth 200$/.test(line))).toHaveLength(2)
  expect([code, alive()]).toEqual([0, 0])
})

test("a run moves the server's clock, if it can, to let a token and a receiver expire", async () => {
  const { cwd, url, change, alive } = await scene({ limits: { settleTimeout: '2s' } })
  change((target) => ({ ...target, clock: { url: `${url}/_control/clock` } }))
  const { code, stdout, stderr } = await run(cwd, ...only('expired'), '--only', 'quotes/expired-receiver')
  expect(stdout).toMatch(/Checks +\d+ passed, 0 failed, 0 skipped, 0 inconclusive/)
  expect([code, alive()]).toEqual([0, 0])
  expect(stderr).not.toContain('not revoked')
  const date = (await fetch(`${url}/alice`)).headers.get('date') ?? ''
  // The run moved the clock by ten minutes for the token, by six seconds for the receiver and by a minute at the end.
  expect(Math.round((Date.parse(date) - now()) / 60_000)).toBe(11)
})

test("a run does not move the server's clock for checks that need no expired token", async () => {
  const { cwd, url, change, journal } = await scene({ limits: { settleTimeout: '2s' } })
  change((target) => ({ ...target, clock: { url: `${url}/_control/clock` } }))
  await run(cwd, ...only('revoked'))
  expect(journal.filter((line) => line.includes('clock'))).toEqual([])
})
