import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { expectPrintedCommandsRun } from './testing/printed-commands.ts'

/** Defects with findings of each kind of request: of tokens, signatures and digests, of bodies, and of a rule. */
const recorded = [
  ['a token that is altered', ['without-token-known'], 'tokens/unknown'],
  ['a signature that is altered', ['without-signature-verifies'], 'signatures/altered'],
  ['a component that is not covered', ['without-signature-covers-method'], 'signatures/uncovered-method'],
  ['a digest of other bytes', ['without-digest-matches-body'], 'content-digest/altered'],
  ['a body that is invalid', ['without-receiver-known'], 'create-quote.receiver.known'],
  [
    'a response that lacks a field',
    ['create-quote:createdAt:absent'],
    'answers/create-quote,quotes/one-amount',
  ],
] as const

test.each(recorded)(
  'every command that the reports of a run with %s print can be run',
  async (_, faults, only) => {
    await expectPrintedCommandsRun(faults, only)
  },
)

test('explain takes the check of a client, and shows its requirement', async () => {
  const { code, stdout } = await command(['explain', 'client/signature-made'], { cwd: await folder() })
  expect(code).toBe(0)
  expect(stdout).toContain('client.signature.made')
})
