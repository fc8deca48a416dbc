import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../target-file/testing/folder.ts'
import { blocksOf, project } from './testing/documents.ts'
import { start } from './testing/process.ts'

const guide = 'docs/developing-a-client.md'

/** Returns the lines after a $ in the block that prints the environment. Each belongs to a terminal of its own. */
const terminalsOf = (path: string): string[] => {
  const block = blocksOf(path).find(({ text }) => text.includes('--print-env > mock.env'))
  return [...(block?.text ?? '').matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line)
}

/** The program of the guide. Its last output says what it has paid. */
const program = blocksOf(guide).find(({ language }) => language === 'js')?.text ?? ''

/**
 * An `op-conformance` like that of an installed package, except that it takes any free port and writes its process id
 * to a file.
 */
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

test.each(['README.md', guide])(
  'the lines of %s make a payment when they are run verbatim by sh -e',
  async (path) => {
    const terminals = terminalsOf(path)
    const cwd = await folderWith({ 'client.mjs': program })
    writeFileSync(join(cwd, 'op-conformance'), shim, { mode: 0o755 })
    symlinkSync(join(project, 'node_modules'), join(cwd, 'node_modules'))
    const search = `PATH='${cwd}'${delimiter}"$PATH"`
    const inShell = (line = '') => start(['-e', '-c', `${search}\n${line}`], { cwd, command: ['/bin/sh'] })
    const mock = inShell(terminals[0])
    await mock.saysAside(/^ready at (\S+)$/m)
    onTestFinished(() => void process.kill(Number(readFileSync(join(cwd, 'mock.pid'), 'utf8'))))
    expect(readFileSync(join(cwd, 'mock.env'), 'utf8')).toMatch(/^(?:export \w+='[^']*'\n)+$/)
    const client = inShell(terminals[1])
    expect([await client.ended, client.stderr()]).toEqual([0, ''])
    expect(client.stdout()).toMatch(/^paid \S+\/outgoing-payments\//)
  },
)
