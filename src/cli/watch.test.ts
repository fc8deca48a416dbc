import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const args = ['run', 't.yaml', '--only', 'tokens/unknown', '--watch']

/** Takes one step each time that the run begins to watch, then interrupts the run. */
const watched = async (cwd: string, steps: ReadonlyArray<() => void>, enter?: () => Promise<unknown>) => {
  const interrupt = new AbortController()
  const left = [...steps]
  return command(args, {
    cwd,
    signal: interrupt.signal,
    ...(enter ? { entered: enter } : {}),
    saidAside: (text) => {
      if (!text.startsWith('watching ')) return
      const step = left.shift() ?? (() => interrupt.abort())
      void setTimeout(20).then(step)
    },
  })
}

const reports = (text: string): number => text.match(/^mock {2}http/gm)?.length ?? 0

test('--watch runs again when the target file changes, and reports what is wrong with it meanwhile', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target)
  const { code, stdout, stderr } = await watched(cwd, [
    () => writeFileSync(join(cwd, 't.yaml'), 'version: 1\n'),
    () => writeTarget(cwd, target, { name: 'another' }),
  ])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^mock {2}http/m)
  expect(stdout).toMatch(/^another {2}http/m)
  expect(stderr.match(/^watching t\.yaml: save it or press Enter/gm)).toHaveLength(3)
  expect(stderr).toMatch(/baseUrl/)
})

test('--watch runs again on Enter', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target)
  let pressed = 0
  const enter = () => (pressed++ === 0 ? Promise.resolve() : new Promise(() => {}))
  const { code, stdout } = await watched(cwd, [() => undefined], enter)
  expect([code, reports(stdout)]).toEqual([0, 2])
})

test('--watch exits with 2 if the target file does not exist', async () => {
  const cwd = await folder()
  expect(await command(args, { cwd })).toMatchObject({ code: 2 })
})
