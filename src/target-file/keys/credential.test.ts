import { expect, test } from 'vitest'
import { ConfigurationError } from '../../core/errors.ts'
import type { CommandResult } from '../command.ts'
import type { Credential, Secret } from '../target.ts'
import { credentialOf } from './credential.ts'

interface Asked {
  credential: Credential
  secrets: Secret[]
  calls: Array<{ command: readonly string[]; cwd: string }>
  clock: { now: number }
}

/** Creates a token command that gives these results one after the other. */
const asking = (results: CommandResult[], expiresIn?: string): Asked => {
  const calls: Asked['calls'] = []
  const clock = { now: 1000 }
  const secrets: Secret[] = []
  const credential = credentialOf(
    { command: ['node', 'token.mjs'], ...(expiresIn === undefined ? {} : { expiresIn }) },
    'tokens.full',
    {
      file: 't.yaml',
      folder: '/home/me',
      now: () => clock.now,
      secrets,
      runCommand: async (command, { cwd }) => {
        const result = results[calls.length]
        calls.push({ command, cwd })
        return result ?? { failure: 'was asked too often' }
      },
    },
  )
  return { credential, secrets, calls, clock }
}

test('a token written in the file is used as it is, and is a secret from the start', async () => {
  const secrets: Secret[] = []
  const runCommand = async (): Promise<CommandResult> => ({ failure: 'must not run' })
  const credential = credentialOf('abc', 'tokens.full', {
    file: 't.yaml',
    folder: '/',
    now: () => 0,
    secrets,
    runCommand,
  })
  expect(await credential.value()).toBe('abc')
  expect(secrets).toEqual([{ name: 'tokens.full', value: 'abc' }])
})

test('a command runs in the folder of the target file when its token is first needed', async () => {
  const { credential, secrets, calls } = asking([{ stdout: '  abc\n' }])
  expect(calls).toEqual([])
  expect(await credential.value()).toBe('abc')
  expect(calls).toEqual([{ command: ['node', 'token.mjs'], cwd: '/home/me' }])
  expect(secrets).toEqual([{ name: 'tokens.full', value: 'abc' }])
})

test('all who wait for a token share one run of its command', async () => {
  const { credential, calls } = asking([{ stdout: 'abc' }, { stdout: 'def' }])
  const tokens = await Promise.all([credential.value(), credential.value(), credential.value()])
  expect(tokens).toEqual(['abc', 'abc', 'abc'])
  expect(calls).toHaveLength(1)
})

test.each([
  ['600s', 569_999, 570_000],
  ['10s', 8999, 9000],
])('a token valid for %s is used for %i ms and then requested again', async (expiresIn, still, again) => {
  const { credential, secrets, clock } = asking([{ stdout: 'abc' }, { stdout: 'def' }], expiresIn)
  await credential.value()
  clock.now = 1000 + still
  expect(await credential.value()).toBe('abc')
  clock.now = 1000 + again
  expect(await credential.value()).toBe('def')
  expect(secrets.map(({ value }) => value)).toEqual(['abc', 'def'])
})

test('a token without expiresIn is asked for once', async () => {
  const { credential, clock, calls } = asking([{ stdout: 'abc' }, { stdout: 'def' }])
  await credential.value()
  clock.now = Number.MAX_SAFE_INTEGER
  expect(await credential.value()).toBe('abc')
  expect(calls).toHaveLength(1)
})

test('a command runs again once its token is dead, and not for a refusal that the token may have survived', async () => {
  const { credential, calls } = asking([{ stdout: 'abc' }, { stdout: 'def' }, { stdout: 'def' }])
  await credential.value()
  expect(await credential.renewed?.('abc')).toBe(false)
  expect(await credential.renewed?.('abc', true)).toBe(true)
  expect(await credential.value()).toBe('def')
  // Others that were refused with the old token find the new one.
  expect(await credential.renewed?.('abc')).toBe(true)
  expect(await credential.renewed?.('abc', true)).toBe(true)
  expect(calls).toHaveLength(2)
  expect(await credential.renewed?.('def', true)).toBe(false)
})

test.each<[CommandResult, string]>([
  [{ failure: 'ended with exit code 3' }, 'the command ended with exit code 3'],
  [{ stdout: ' \n' }, 'the command printed nothing'],
  [{ stdout: 's3cret and more' }, 'the command printed more than a token'],
  [{ stdout: 's3cret\ns3cret' }, 'the command printed more than a token'],
  [{ stdout: 's3crét' }, 'the command printed more than a token'],
])('the error for the command result %j shows none of it', async (result, fact) => {
  const { credential, secrets } = asking([result])
  const error: unknown = await credential.value().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigurationError)
  expect(error).toMatchObject({
    code: 'ERR_TOKEN_COMMAND',
    message: `t.yaml: tokens.full: ${fact}, expected a token on its standard output; run the command yourself in the folder of the target file (its output is not shown here)`,
  })
  expect(secrets).toEqual([])
})

test('a command that failed runs again the next time', async () => {
  const { credential } = asking([{ failure: 'ended with exit code 1' }, { stdout: 'abc' }])
  await expect(credential.value()).rejects.toThrow('exit code 1')
  expect(await credential.value()).toBe('abc')
})
