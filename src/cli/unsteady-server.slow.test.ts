import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tryAll } from '../../suites/testing/sampled.ts'
import { command, wait } from './testing/command.ts'
import { eventsIn } from './testing/record.ts'
import { limited, queueingQuotes, restarting, unsteady } from './testing/unsteady.ts'

test('a server that works on one quote at a time is judged, and no quote is too late', async () => {
  const { cwd } = await unsteady(queueingQuotes(100), { requestTimeout: '500ms' })
  const { code, stdout } = await command(['run', 't.yaml', '--only', 'quotes'], { cwd, wait })
  expect(stdout).toMatch(/^Checks +[1-9]\d* passed, 0 failed, 0 skipped, 0 inconclusive$/m)
  expect(code).toBe(0)
  const late = eventsIn(join(cwd, 'reports/mock/events.ndjson')).filter(
    (event) => event.type === 'exchange' && event.failure?.code === 'timeout',
  )
  expect(late).toEqual([])
})

/** The request at which the server goes away: in the start, among the batches of payments, and later. Two by day. */
const moments = tryAll ? [20, 40, 150, 400, 900, 2500] : [20, 400]

test.each(moments)(
  'a restart at request %i is waited for, fails no check and leaves none inconclusive',
  async (at) => {
    const { cwd } = await unsteady(restarting(at, 1500))
    const { code, stdout, stderr } = await command(
      ['run', 't.yaml', '--runs', '3', '--only', 'create-outgoing-payment'],
      { cwd, wait },
    )
    expect(code).toBe(0)
    // A payment that gets no response may have used up the limit of a token, of which a target file has one.
    const [, skipped = ''] =
      /^Checks +[1-9]\d* passed, 0 failed, (\d+) skipped, 0 inconclusive$/m.exec(stdout) ?? []
    const used = stdout.match(/a token whose limit is not used up; a payment with this one got no response/g)
    expect(skipped).toBe(String(used?.length ?? 0))
    expect(stdout).toMatch(/^ {2}! The server was unavailable for \d+ s; the run waited/m)
    expect(stderr).toMatch(
      /^waiting (?:5\d|60) s more for the server to become available again; \d+ checks left$/m,
    )
  },
)

test.each([503, 429])(
  'a proxy that answers %i to more than 100 requests a second fails no check and leaves none inconclusive',
  async (status) => {
    // Even a slow machine sends more than eight requests at once.
    const cwd = await limited(status, 100, 8)
    const only = ['--only', 'quotes,payments/direct']
    const { code, stdout } = await command(['run', 't.yaml', '--runs', '3', ...only], { cwd, wait })
    expect(stdout).toMatch(/^Checks +[1-9]\d* passed, .*, 0 skipped, 0 inconclusive$/m)
    expect(code).toBe(0)
    const refused = eventsIn(join(cwd, 'reports/mock/events.ndjson')).filter(
      (event) => event.type === 'exchange' && event.response?.status === status,
    )
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(60)
  },
)
