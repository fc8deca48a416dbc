import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../target-file/testing/folder.ts'
import { blocksOf, project } from './testing/documents.ts'
import { start } from './testing/process.ts'

const guide = 'docs/developing-a-client.md'

/** The lines behind a $ in the first block of the guide: one for each terminal. */
const terminals = [...(blocksOf(guide)[0]?.text ?? '').matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line)

/** The program of the guide, which says at its end what it has paid. */
const program = `${blocksOf(guide).find(({ language }) => language === 'js')?.text}\nconsole.log(payment.id)`

/** An `op-conformance` as an installed package has it, save that it takes any free port and says what to end it by. */
const shim = `#!/bin/sh
echo $$ > mock.pid
exec '${process.execPath}' '${join(project, 'dist/src/cli/main.js')}' "$@" --port 0
`

test('over TLS the printed environment is all that a client needs to trust the mock', async () => {
  const client = 'await (await fetch(process.env.OP_WALLET_ADDRESS)).json()'
  const cwd = await folderWith({ 'client.mjs': `console.log((${client}).id)` })
  const mock = start(['mock', '--port', '0', '--tls', '--print-env'], { cwd })
  await mock.saysAside(/^ready at (https:\S+)$/m)
  writeFileSync(join(cwd, 'mock.env'), mock.stdout())
  const line = `. ./mock.env && exec '${process.execPath}' client.mjs`
  const ran = start(['-e', '-c', line], { cwd, command: ['/bin/sh'] })
  expect([await ran.ended, ran.stderr()]).toEqual([0, ''])
  expect(ran.stdout()).toMatch(/^https:.*\/alice\n$/)
})

test('the lines of the guide pay, verbatim, in a shell that ends at the first mistake', async () => {
  const cwd = await folderWith({ 'client.mjs': program })
  writeFileSync(join(cwd, 'op-conformance'), shim, { mode: 0o755 })
  symlinkSync(join(project, 'node_modules'), join(cwd, 'node_modules'))
  const path = `PATH='${cwd}'${delimiter}"$PATH"`
  const inShell = (line = '') => start(['-e', '-c', `${path}\n${line}`], { cwd, command: ['/bin/sh'] })
  const mock = inShell(terminals[0])
  await mock.saysAside(/^ready at (\S+)$/m)
  onTestFinished(() => void process.kill(Number(readFileSync(join(cwd, 'mock.pid'), 'utf8'))))
  expect(readFileSync(join(cwd, 'mock.env'), 'utf8')).toMatch(/^(?:export \w+='[^']*'\n)+$/)
  const client = inShell(terminals[1])
  expect([await client.ended, client.stderr()]).toEqual([0, ''])
  expect(client.stdout()).toMatch(/\/outgoing-payments\//)
})
