import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { command, folder, type Ran, wait } from './testing/command.ts'
import { nothingBelow300 } from './testing/conforming.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'
import { startRelay } from './testing/relay.ts'
import { type Before, restarting, unsteady } from './testing/unsteady.ts'

/** Shortens every pause, so that an outage of a minute is over at once. */
const hurry = (milliseconds: number, until?: AbortSignal): Promise<void> =>
  wait(Math.min(milliseconds, 5), until)

const eventsOf = (cwd: string) => eventsIn(join(cwd, 'reports/mock/events.ndjson'))

const counted = ({ stdout }: Ran): string => /^Checks +(.*)$/m.exec(stdout)?.[1] ?? stdout

const nothingLeft = expect.stringMatching(/^[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive$/)

const some = (...checks: string[]): string[] => ['run', 't.yaml', '--runs', '3', '--only', checks.join(',')]

const payments = some(
  'payments/direct',
  'payments/from-quote',
  'payments/no-wallet-address',
  'tokens/unknown',
)

test('a restart in the middle of a run is waited for, and leaves nothing inconclusive', async () => {
  const { cwd } = await unsteady(restarting(60, 600))
  const ran = await command(payments, { cwd, wait })
  expect([ran.code, counted(ran)]).toEqual([0, nothingLeft])
  expect(ran.stdout).toMatch(
    /^ {2}! The server was unavailable for \d+ s; the run waited for it and then went on\.$/m,
  )
})

test.each([
  ['that went through', [], 0],
  ['that reached its deadline', ['--deadline', '3s'], 130],
  ['that --bail ended', ['--bail'], 1],
])('a run %s says what it learned of the target file and of an outage', async (_, options, code) => {
  const slow: Before = async (request, number, relay) => {
    await restarting(20, 600)(request, number, relay)
    if (options.includes('--deadline') && number > 100) await setTimeout(3000)
  }
  const { cwd } = await unsteady(
    slow,
    {},
    { faults: [nothingBelow300, ...(code === 1 ? ['create-outgoing-payment:createdAt:absent'] : [])] },
  )
  const ran = await command([...payments, ...options], { cwd, wait })
  expect(ran.code).toBe(code)
  expect(ran.stdout).toContain('limits.controlValue: the server does not create a quote for 100')
  expect(ran.stdout).toMatch(/^ {2}! The server was unavailable for \d+ s/m)
})

test('a run that lost its server is continued with --resume', async () => {
  const { cwd, relay } = await unsteady((_, number) => (number === 60 ? relay.stop() : undefined))
  const lost = await command(payments, { cwd, wait: hurry })
  expect(lost.code).toBe(3)
  expect(lost.stdout).toContain('The server answered at first, but then stopped: ')
  expect(lost.stderr).toContain(
    'once the cause is gone, add --resume to the same command to try again what was not judged\n',
  )
  relay.start()
  const resumed = await command([...payments, '--resume'], { cwd, wait: hurry })
  expect([resumed.code, counted(resumed)]).toEqual([0, nothingLeft])
  expect(resumed.stderr).not.toContain('--resume')
  const ids = verdictsIn(eventsOf(cwd)).map(({ check }) => check)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the time that --wait names is also the longest restart', async () => {
  const { cwd } = await unsteady(restarting(60, 3000))
  const { code, stdout } = await command([...payments, '--wait', '500ms'], { cwd, wait })
  expect(code).toBe(3)
  expect(stdout).toContain('The server answered at first, but then stopped: nothing listens at ')
})

test('checks whose token expired, and failures that were not repeated, are tried again with --resume', async () => {
  const cwd = await folder()
  const mock = await serveMock({ faults: ['without-token-known'] })
  let isExpired = false
  const relay = await startRelay(mock.url, async ({ headers }, response, number) => {
    isExpired ||= number === 30
    if (!isExpired || headers.authorization === undefined) return false
    const challenge = `GNAP as_uri="${mock.url}/auth"`
    const error = { code: 'expired', description: 'the token has expired' }
    response.writeHead(401, { 'www-authenticate': challenge, 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
    return true
  })
  writeTarget(cwd, mock.target, { connectUrl: relay.url })
  const ran = await command(payments, { cwd, wait: hurry })
  expect(ran.stdout).toContain(
    'it expired during the run, or the server shuts a client out after many refusals. Give a token in t.yaml',
  )
  expect(ran.stdout).toContain('repeated without a result')
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('add --resume to the same command')])
  relay.stop()
  writeTarget(cwd, mock.target)
  const resumed = await command([...payments, '--resume'], { cwd, wait: hurry })
  expect([resumed.code, counted(resumed)]).toEqual([
    1,
    expect.stringContaining(' 1 failed, 0 skipped, 0 inconclusive'),
  ])
  expect(resumed.stdout).not.toContain('repeated without a result')
})
