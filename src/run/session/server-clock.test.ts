import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RunCommand } from '../../target-file/command.ts'
import type { Target } from '../../target-file/target.ts'
import { createServerClock } from './server-clock.ts'

const begin = Date.parse('2026-11-20T07:00:00Z')

interface Asked {
  body: unknown
  headers: IncomingMessage['headers']
}

/** Starts a clock over HTTP that stands still, or that advances by `goesOn` from one call to the next. */
const clockAt = async (goesOn: number, answer?: string) => {
  let now = begin
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      asked.push({ body, headers: request.headers })
      now += goesOn + Number.parseInt(String((body as { advance: string }).advance), 10)
      response.end(answer ?? JSON.stringify({ now: new Date(now).toISOString() }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dispatcher = new Agent()
  onTestFinished(async () => {
    await dispatcher.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`, asked, dispatcher }
}

const noCommand: RunCommand = async () => ({ failure: 'was not to be run' })

const clockOf = (
  clock: NonNullable<Target['clock']>,
  { dispatcher, runCommand = noCommand }: { dispatcher: Agent; runCommand?: RunCommand },
) => {
  let ours = 0
  const aged: number[] = []
  const target = {
    file: 't.yaml',
    folder: '/targets',
    baseUrl: 'http://127.0.0.1:1/op',
    connection: { url: 'http://127.0.0.1:1/op', headers: { 'x-api-key': 'secret' }, requestTimeout: 5000 },
    clock,
    age: (milliseconds: number) => aged.push(milliseconds),
  } as unknown as Target
  const made = createServerClock({
    target,
    dispatcher,
    runCommand,
    monotonic: () => ours,
    wait: async (milliseconds) => {
      ours += milliseconds
    },
  })
  if (!made) throw new Error('there is a clock')
  return { clock: made, aged, pass: (milliseconds: number) => (ours += milliseconds) }
}

test('a clock is moved by HTTP without credentials, and its time goes on from the answer', async () => {
  const { url, asked, dispatcher } = await clockAt(0)
  const { clock, aged, pass } = clockOf({ kind: 'url', url }, { dispatcher })
  expect(clock.now()).toBeUndefined()
  expect(await clock.advance(65_000)).toBe(begin + 65_000)
  pass(300)
  expect(clock.now()).toBe(begin + 65_300)
  expect(asked[0]?.body).toEqual({ advance: '65000ms' })
  expect(asked[0]?.headers).not.toHaveProperty('x-api-key')
  expect(asked[0]?.headers).not.toHaveProperty('authorization')
  expect(aged).toEqual([65_000])
})

test('each move is asked for on a connection of its own', async () => {
  const { url, dispatcher } = await clockAt(0)
  const { clock } = clockOf({ kind: 'url', url }, { dispatcher })
  const dispatch = vi.spyOn(dispatcher, 'dispatch')
  await clock.advance(1)
  await clock.advance(1)
  const lines = dispatch.mock.calls.map(([options]) => Object(options).line)
  expect(lines).toEqual([{ requests: 1 }, { requests: 1 }])
  expect(lines[0]).not.toBe(lines[1])
})

test('a clock that stands still is recognised, and its time advances only when it is moved', async () => {
  const { url, dispatcher } = await clockAt(0)
  const { clock, pass } = clockOf({ kind: 'url', url }, { dispatcher })
  expect(await clock.stands()).toBe(true)
  pass(60_000)
  expect(clock.now()).toBe(begin + 2)
})

test('a clock is moved by whole milliseconds, or by seconds if those would have too many digits', async () => {
  const { url, asked, dispatcher } = await clockAt(0)
  const { clock } = clockOf({ kind: 'url', url }, { dispatcher })
  await clock.advance(1.5)
  await clock.advance(30 * 24 * 3_600_000 + 1)
  expect(asked.map(({ body }) => body)).toEqual([{ advance: '2ms' }, { advance: '2592001s' }])
})

/** A clock that two runs move, each by its own command. */
const ofTwoRuns = () => {
  let now = begin
  let asked = 0
  const runCommand: RunCommand = async (_command, { input }) => {
    now += Number.parseInt(String(JSON.parse(input ?? '{}').advance), 10)
    const stdout = JSON.stringify({ now: new Date(now).toISOString() })
    // The last of several simultaneous calls is answered first.
    await new Promise((resolve) => setTimeout(resolve, 40 - 10 * (asked++ % 4)))
    return { stdout }
  }
  const run = () =>
    clockOf({ kind: 'command', command: ['advance'] }, { dispatcher: new Agent(), runCommand })
  return [run(), run()] as const
}

test('a move by another run is reported once, and tokens age by it', async () => {
  const [one, other] = ofTwoRuns()
  await one.clock.advance(1000)
  await other.clock.advance(86_400_000)
  await expect(one.clock.advance(1000)).rejects.toMatchObject({
    message:
      "clock in t.yaml: the server's time went on by 86400 s that this run did not ask for; let nothing else move it while a run is under way, not even another run",
  })
  expect(await one.clock.advance(1000)).toBe(begin + 86_403_000)
  expect(one.aged).toEqual([1000, 86_401_000, 1000])
})

test('neither simultaneous moves of one run nor passing time are blamed on another run', async () => {
  const [one] = ofTwoRuns()
  await one.clock.advance(1)
  await Promise.all([600_000, 86_400_000, 300_000].map((milliseconds) => one.clock.advance(milliseconds)))
  await one.clock.advance(1)
  const { url, dispatcher } = await clockAt(300_000)
  const { clock, pass } = clockOf({ kind: 'url', url }, { dispatcher })
  for (let moves = 0; moves < 3; moves++) {
    await clock.advance(1)
    pass(300_000)
  }
})

test('a clock whose first move failed is asked again whether it stands still', async () => {
  let fails = true
  const runCommand: RunCommand = async () =>
    fails ? { failure: 'failed' } : { stdout: `{"now":"${new Date(begin).toISOString()}"}` }
  const { clock } = clockOf(
    { kind: 'command', command: ['advance'] },
    { dispatcher: new Agent(), runCommand },
  )
  await expect(clock.stands()).rejects.toThrow('failed')
  fails = false
  expect(await clock.stands()).toBe(true)
})

test('a clock that goes on does not count as standing still', async () => {
  const { url, dispatcher } = await clockAt(5)
  expect(await clockOf({ kind: 'url', url }, { dispatcher }).clock.stands()).toBe(false)
})

test('a clock can be a command, which gets on stdin what the URL would get', async () => {
  const inputs: unknown[] = []
  const runCommand: RunCommand = async (_command, { input, cwd }) => {
    inputs.push([input, cwd])
    return { stdout: `{"now":"${new Date(begin).toISOString()}"}\n` }
  }
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const { clock } = clockOf({ kind: 'command', command: ['advance'] }, { dispatcher, runCommand })
  expect(await clock.advance(1)).toBe(begin)
  expect(inputs).toEqual([['{"advance":"1ms"}', '/targets']])
})

test('an answer without the time is refused, and the message names the key of the target file', async () => {
  const { url, dispatcher } = await clockAt(0, '{"now":"soon"}')
  const { clock } = clockOf({ kind: 'url', url }, { dispatcher })
  await expect(clock.advance(1)).rejects.toThrow(
    'clock in t.yaml: asked to move forward by {"advance":"1ms"}, expected {"now":"<date and time>"}; the response was something else',
  )
})

test('no clock is created without one in the target file', () => {
  expect(createServerClock({ target: {} } as Parameters<typeof createServerClock>[0])).toBeUndefined()
})
