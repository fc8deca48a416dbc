import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { folderWith } from '../target-file/testing/folder.ts'
import { haltingProxy } from './testing/halting-proxy.ts'
import { built, type Process, start } from './testing/process.ts'
import { eventsIn, verdictsIn } from './testing/record.ts'

interface Started {
  cwd: string
  url: string
  mock: Process
}

/** Starts a mock in a process of its own. Its target file is t.yaml. */
const startMock = async (): Promise<Started> => {
  const cwd = await folderWith({})
  const mock = start(['mock', '--port', '0', '--write-target', 't.yaml'], { cwd })
  return { cwd, mock, url: await mock.saysAside(/^ready at (\S+)$/m) }
}

const changeTarget = (cwd: string, change: object): void => {
  const path = join(cwd, 't.yaml')
  writeFileSync(path, stringify({ ...parse(readFileSync(path, 'utf8')), ...change }))
}

test('the mock ends with 0 when it is interrupted', async () => {
  const { mock } = await startMock()
  mock.interrupt()
  expect(await mock.ended).toBe(0)
})

// Milliseconds. The requests that are under way have far more time left.
const soon = 20_000

test(
  'an interrupted run reports what was judged and ends with 130, even while the server hangs',
  async () => {
    const { cwd, url } = await startMock()
    const proxy = await haltingProxy(url, 200)
    changeTarget(cwd, { connectUrl: proxy.url, limits: { requestTimeout: '60s' } })
    const run = start(['run', 't.yaml', '--concurrency', '2'], { cwd })
    await proxy.halted
    run.interrupt()
    expect(await run.ended).toBe(130)
    const events = eventsIn(join(cwd, 'reports/mock/events.ndjson'))
    expect(events.at(-1)).toMatchObject({ type: 'end', outcome: 'interrupted' })
    const planned = events.flatMap((event) => (event.type === 'plan' ? event.checks : []))
    const passed = verdictsIn(events).filter(({ verdict }) => verdict.status === 'passed').length
    expect(passed).toBeGreaterThan(0)
    expect(passed).toBeLessThan(planned.length)
    expect(run.stdout()).toContain(`${passed} passed`)
  },
  soon,
)

test('a pipe gets neither colour nor progress', async () => {
  const { cwd } = await startMock()
  const run = start(['run', 't.yaml', '--only', 'tokens'], { cwd })
  expect(await run.ended).toBe(0)
  expect(run.stderr()).toBe(
    'wrote reports/mock/report.json, reports/mock/events.ndjson, reports/mock/report.html\n',
  )
  for (const control of ['\u001b', '\r']) expect(run.stdout()).not.toContain(control)
})

test('a command ends silently when its reader goes away', async () => {
  const list = start(['list', '--faults'], { cwd: await folderWith({}) })
  list.stopReading()
  await list.ended
  expect(list.stderr()).toBe('')
})

test.each([
  ['a selftest', ['selftest', '--quick', '--jobs', '2'], 130, undefined],
  ['a selftest without threads', ['selftest', '--quick', '--jobs', '1'], 130, undefined],
  ['a conversation', ['init', 't.yaml'], 130, /Base URL/],
  ['a proxy', ['proxy', '--target', 'http://127.0.0.1:9', '--port', '0'], 3, /^ready at/],
] as const)(
  'SIGTERM ends %s soon',
  async (_, argv, code, begun) => {
    const running = start(argv, { cwd: await folderWith({}), input: 'open' })
    if (begun) await running.saysAside(begun)
    else await Promise.race([running.ended, setTimeout(8_000)])
    running.send('SIGTERM')
    expect(await running.ended).toBe(code)
  },
  soon,
)

test('list exits with 2 and says why if standard output is on a full disk', async () => {
  const command = ['sh', '-c', `"$0" "$@" > /dev/full`, ...built]
  const list = start(['list'], { cwd: await folderWith({}), command })
  expect(await list.ended).toBe(2)
  expect(list.stderr()).toBe(
    'Standard output cannot be written (the disk is full); make room, or write elsewhere\n',
  )
})
