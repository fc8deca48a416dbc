import { expect, test } from 'vitest'
import { commandRunner } from './command.ts'
import { folderWith } from './testing/folder.ts'

const node = (script: string): string[] => [process.execPath, '-e', script]

test('a command gets its input, the environment given and the folder to run in', async () => {
  const cwd = await folderWith({ 'here.txt': 'here' })
  const script = `process.stdin.on('data', (data) => process.stdout.write(data + process.env.NAME + require('node:fs').readFileSync('here.txt')))`
  const result = await commandRunner({ NAME: '-env-' })(node(script), { cwd, input: 'input' })
  expect(result).toEqual({ stdout: 'input-env-here' })
})

test('an argument is never read by a shell', async () => {
  const cwd = await folderWith({})
  const command = [...node('process.stdout.write(process.argv[1])'), '$(echo no); `no` && no']
  expect(await commandRunner({})(command, { cwd })).toEqual({ stdout: '$(echo no); `no` && no' })
})

test.each([
  [
    'exits with 3',
    node('console.log("s3cret"); console.error("s3cret"); process.exit(3)'),
    'ended with exit code 3',
  ],
  ['is killed', node('process.kill(process.pid, "SIGKILL")'), 'was ended by SIGKILL'],
  ['prints without end', node('process.stdout.write("s3cret".repeat(400000))'), 'printed more than 1 MiB'],
  ['is not there', ['./no-such-program'], 'was not found'],
  ['is not executable', ['./here.txt'], 'is not executable'],
  ['has a name that no program can have', ['s3cret\u0000'], 'could not be started'],
])('the failure of a command that %s is described without its output', async (_, command, failure) => {
  const cwd = await folderWith({ 'here.txt': 'here' })
  expect(await commandRunner({})(command, { cwd, input: 'unread' })).toMatchObject({ failure })
})
