import { expect, test } from 'vitest'
import { consentOf } from './consent.ts'

test('the consent prompt escapes control characters in the authorization server’s URL and stays on one line', async () => {
  const said: string[] = []
  const { ask } = await consentOf(
    Object({ consent: { kind: 'print' } }),
    { file: 't.yaml', folder: '.' },
    { env: {}, stderr: { write: (text: string) => said.push(text) } },
  )
  await ask('https://auth.example/\u001b[2J\n::add-mask::x\u202e', 'consent 1 of 1')
  expect(said).toEqual([
    'consent 1 of 1: open this page and decide: https://auth.example/\\u{1b}[2J\\n::add-mask::x\\u{202e}\n',
  ])
})
