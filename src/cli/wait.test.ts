import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../index.ts'
import { command, folder } from './testing/command.ts'
import { writeTarget } from './testing/mock.ts'

const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds)

/** Returns a port at which nothing listens. */
const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Makes a folder with the target file of a mock that does not listen yet, and a function that starts the mock. */
const notYet = async () => {
  const cwd = await folder()
  const port = await freePort()
  const start = async () => {
    const mock = await startMock({ port, seed: 1 })
    onTestFinished(mock.close)
    return mock
  }
  const first = await startMock({ port, seed: 1 })
  writeTarget(cwd, first.target)
  await first.close()
  return { cwd, start }
}

const args = ['run', 't.yaml', '--only', 'tokens/unknown', '--wait']

test('--wait waits for a server that is started later', async () => {
  const { cwd, start } = await notYet()
  const saidAside = (text: string): void => {
    if (text.startsWith('waiting')) void start()
  }
  const { code, stderr } = await command([...args, '60s'], { cwd, wait, saidAside })
  expect(stderr).toMatch(/^waiting up to 60s until http:\/\/127\.0\.0\.1:\d+ accepts connections$/m)
  expect(code).toBe(0)
})

test('--wait does not wait for a server that already listens', async () => {
  const { cwd, start } = await notYet()
  await start()
  const { code, stderr } = await command([...args, '60s'], { cwd, wait })
  expect({ code, waited: stderr.includes('waiting') }).toEqual({ code: 0, waited: false })
})

test('--wait exits with 3 if the server does not listen in time', async () => {
  const { cwd } = await notYet()
  const { code, stdout } = await command([...args, '400ms'], { cwd, wait })
  expect(code).toBe(3)
  expect(stdout).toMatch(/Not judged: \S+: baseUrl: nothing listens at http:\/\/127\.0\.0\.1:/)
})

test('--wait ends with 130 when it is interrupted', async () => {
  const { cwd } = await notYet()
  const interrupted = new AbortController()
  const saidAside = (text: string): void => {
    if (text.startsWith('waiting')) interrupted.abort()
  }
  const world = { cwd, wait, saidAside, signal: interrupted.signal }
  expect((await command([...args, '10m'], world)).code).toBe(130)
})
