import { expect, onTestFinished, test } from 'vitest'
import { consentOf } from './consent.ts'

test('the consent prompt escapes control characters in the authorization server’s URL and stays on one line', async () => {
  const said: string[] = []
  const { ask } = await consentOf(
    Object({ consent: { kind: 'print' }, consentTimeout: 60_000 }),
    { file: 't.yaml', folder: '.' },
    { env: {}, stderr: { write: (text: string) => said.push(text) } },
  )
  await ask('https://auth.example/\u001b[2J\n::add-mask::x\u202e', 'consent 1 of 1')
  expect(said).toEqual([
    'consent 1 of 1: open this page and decide within 60 s: https://auth.example/\\u{1b}[2J\\n::add-mask::x\\u{202e}\n',
  ])
})

test('a consent command that fails shows the end of its standard error, in one line and without control characters', async () => {
  const script = `process.stdin.resume()
    console.log('a word on standard output')
    console.error('x'.repeat(5000) + '\\n\\u001b[31mError: no button "Accept"\\u001b[0m\\u202e\\n\\n  at page 1')
    process.exitCode = 3`
  const { ask, close } = await consentOf(
    Object({ consent: { kind: 'command', command: [process.execPath, '-e', script] } }),
    { file: 't.yaml', folder: '.' },
    { env: {}, stderr: { write: () => undefined } },
  )
  onTestFinished(close)
  const error: Error = await ask('https://auth.example/', 'consent 1 of 1').then(
    () => new Error('given'),
    (failed) => failed,
  )
  expect(error.message).toMatch(
    /the command ended with exit code 3;.*\(its standard error ends with: …x+ Error: no button "Accept" at page 1\)$/,
  )
  expect(error.message.length).toBeLessThan(800)
  expect(error.message).not.toContain('a word on')
})
