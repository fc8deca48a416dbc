import { once } from 'node:events'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '../../suites/testing/free-port.ts'
import { command, folder } from './testing/command.ts'

test('proxy says in the words of a run that nothing listens at its target, and what to do', async () => {
  const interruption = new AbortController()
  const target = `http://127.0.0.1:${await freePort()}`
  const { stderr } = await command(['proxy', '--target', target, '--port', '0'], {
    cwd: await folder(),
    signal: interruption.signal,
    saidAside: async (text) => {
      const url = /^ready at (\S+),/.exec(text)?.[1]
      if (url === undefined) return
      // The fetch of Node 20 waits for ever if the connection is closed before it has sent anything.
      await once(get(url), 'response').catch(() => undefined)
      interruption.abort()
    },
  })
  expect(stderr).toContain(
    `\n--target: nothing listens at ${target}; start the server, or correct --target\n`,
  )
})
