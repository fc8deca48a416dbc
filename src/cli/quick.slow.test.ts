import { expect, test } from 'vitest'
import { command, folder, wait } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const withTarget = async (): Promise<string> => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target)
  return cwd
}

test('a quick run keeps to 500 requests and 10 payments, passes, says what it is worth, and is reported again from its record', async () => {
  const cwd = await withTarget()
  const { code, stdout } = await command(['run', 't.yaml', '--quick'], { cwd, wait })
  expect(code).toBe(0)
  const [, sent = ''] = /^Requests +(\d+) sent/m.exec(stdout) ?? []
  expect(Number(sent)).toBeGreaterThan(300)
  expect(Number(sent)).toBeLessThanOrEqual(500)
  expect(stdout).toMatch(
    /^selection +\d+ of \d+ checks(?: \(\d+ of them in part\))?, in at most 500 requests and in the simplest circumstances; (?:it notices \d+ of \d+ known faults of a MUST \(\d+ %\)|how much it notices was not measured)$/m,
  )
  const again = await command(['report', 'reports/mock'], { cwd })
  expect(again.stderr).toBe('')
  expect(again.stdout).toContain(stdout.slice(stdout.indexOf('\nChecks '), stdout.indexOf('\nThis is not')))
})

test('a quick run of the published profile does not wait for responses that its selection never causes', async () => {
  const cwd = await folder()
  const { target } = await serveMock({ profile: 'open-payments-1.3' })
  writeTarget(cwd, target)
  const { code, stdout } = await command(['run', 't.yaml', '--quick'], { cwd })
  expect(stdout).toContain('0 inconclusive')
  expect(code).toBe(0)
})

test('plan shows what a quick run would do', async () => {
  const { code, stdout } = await command(['plan', 't.yaml', '--quick'], { cwd: await withTarget() })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^requests +at most 500, /m)
  expect(Number(/^payments +at most (\d+) /m.exec(stdout)?.[1])).toBeLessThanOrEqual(10)
})

test('--quick with --only chooses among the selected checks', async () => {
  const { code, stdout } = await command(['run', 't.yaml', '--quick', '--only', 'tokens'], {
    cwd: await withTarget(),
  })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^selection +\d+ of \d+ checks, .*; how much it notices was not measured$/m)
})

test.each([
  [
    ['--quick', '--complete'],
    '--complete with --quick or --max-requests: a run that leaves checks out cannot exercise every requirement; leave one of the two out',
  ],
  [
    ['--max-requests', '500', '--shard', '1/2'],
    '--shard with --quick or --max-requests: the parts of a run have all its checks between them; leave one of the two out',
  ],
  [
    ['--max-requests', '20'],
    /^--max-requests 20: a run sends \d+ requests before its first check; give a number above \d+$/m,
  ],
  [['--quick', '--write-known-failures', 'known.yaml'], 'with --max-requests, the run is not complete'],
])('run with %j exits with 2 before any request', async (options, says) => {
  const { code, stderr } = await command(['run', 't.yaml', ...options], { cwd: await withTarget() })
  expect(stderr).toEqual(
    typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says),
  )
  expect(code).toBe(2)
})
