import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Alter } from '../../suites/testing/altering-proxy.ts'
import { command, type Ran } from './testing/command.ts'
import { now, run, type Scene, scene, wait } from './testing/granting.ts'

const fault = 'without-digest-present'
const check = 'content-digest/absent'
const report = join('reports', 'granted-open-payments-1.3', 'report.json')

const inScene = ({ cwd }: Scene, ...argv: string[]): Promise<Ran> =>
  command(argv, { cwd, env: process.env, now: () => new Date(now()), wait })

/** Counts the grants that a command gets and the consents that it asks a person for. */
const counted = async ({ journal, alive }: Scene, act: () => Promise<Ran>) => {
  const from = journal.length
  const { code } = await act()
  const count = (request: RegExp) => journal.slice(from).filter((line) => request.test(line)).length
  return {
    code,
    grants: count(/^POST \/auth 200$/),
    consents: count(/^POST \/auth\/interact\//),
    alive: alive(),
  }
}

test.each([
  ['grants one token at a time', [], 1],
  ['grants several tokens at once', ['several-access-tokens'], 1],
  ['asks no person', ['no-interaction'], 0],
])(
  'a check, doctor, replay and sign ask for one consent at most if the server %s',
  async (_, variants, consents) => {
    const set = await scene({}, { variants, faults: [fault] })
    const one = { consents, alive: 0 }
    expect(await counted(set, () => run(set.cwd, '--only', check))).toEqual({ ...one, code: 1, grants: 2 })
    expect(await counted(set, () => inScene(set, 'doctor', 't.yaml'))).toEqual({ ...one, code: 0, grants: 2 })
    expect(await counted(set, () => inScene(set, 'replay', report, check))).toEqual({
      ...one,
      code: 1,
      grants: 2,
    })
    expect(await counted(set, () => inScene(set, 'sign', report, check, '--send'))).toEqual({
      ...one,
      code: 0,
      grants: 1,
    })
  },
)

test('doctor, replay and sign use the tokens that a run kept, and leave them alive', async () => {
  const set = await scene({}, { faults: [fault] })
  await run(set.cwd, '--only', check, '--keep-tokens')
  const none = { grants: 0, consents: 0, alive: 2 }
  expect(await counted(set, () => inScene(set, 'doctor', 't.yaml'))).toEqual({ ...none, code: 0 })
  expect(await counted(set, () => inScene(set, 'replay', report, check))).toEqual({ ...none, code: 1 })
  expect(await counted(set, () => inScene(set, 'sign', report, check, '--send'))).toEqual({
    ...none,
    code: 0,
  })
  const next = await counted(set, () => run(set.cwd, '--only', check))
  expect(next).toEqual({ ...none, code: 1, alive: 0 })
})

test('a replay that also repeats what came before serves the client again', async () => {
  const [faulty, fine] = [await scene({}, { faults: [fault] }), await scene()]
  await run(faulty.cwd, '--only', check)
  cpSync(join(faulty.cwd, 'reports'), join(fine.cwd, 'reports'), { recursive: true })
  const replayed = await inScene(fine, 'replay', report, check)
  expect(replayed.stderr).not.toContain('cannot listen')
  expect(replayed.code).toBe(0)
  expect(replayed.stdout).toContain('did not fail again')
})

const finding = 'tokens/read-only-creates'

test('a check of a token with fewer rights is replayed with that token, and doctor names those it did not examine', async () => {
  const set = await scene({}, { faults: ['without-right-create'] })
  await run(set.cwd, '--only', finding)
  const replaying = () => counted(set, () => inScene(set, 'replay', report, finding))
  expect(await replaying()).toEqual({ code: 1, grants: 3, consents: 2, alive: 0 })
  await run(set.cwd, '--only', check, '--keep-tokens', '--out', 'kept')
  // The token that the replay requests beside the kept ones is revoked.
  expect(await replaying()).toEqual({ code: 1, grants: 1, consents: 1, alive: 2 })
  const { stdout } = await inScene(set, 'doctor', 't.yaml')
  expect(stdout).toMatch(/tokens\.readOnly, .*: a run requests their tokens if it needs them/)
  expect(stdout).toMatch(/otherWallet, otherClient: a run requests their tokens/)
  // The file has no otherKey. The wallet address of otherClient publishes its key.
  expect(stdout).not.toContain('otherKey')
})

const sharing = ['--only', 'tokens/own-only', '--only', 'races/last-of-a-receive-limit']

test('a limited token also serves as the one that sees only what its client created', async () => {
  const set = await scene()
  const fine = await counted(set, () => run(set.cwd, ...sharing))
  expect(fine).toEqual({ code: 0, grants: 4, consents: 3, alive: 0 })
  const faulty = await scene({}, { faults: ['read-is-read-all'] })
  const { stdout } = await run(faulty.cwd, ...sharing)
  expect(stdout).toContain('(tokens/own-only)')
})

test('a place has a token of its own if the one that would serve it is granted without its limits', async () => {
  const alter: Alter = (passing) => {
    const token = Object(Object(passing.json)['access_token'])
    if (!/^\/auth\/continue/.test(passing.path) || !JSON.stringify(token).includes('receiveAmount'))
      return passing
    const access = token['access'].map(({ limits: _, ...item }: Record<string, unknown>) => item)
    return { ...passing, json: { ...Object(passing.json), access_token: { ...token, access } } }
  }
  const set = await scene({}, { alter })
  const { stdout, stderr } = await run(set.cwd, ...sharing)
  expect(stderr).toContain('note: tokens.limitedReceive is not used')
  expect(stdout).toMatch(/0 failed, 1 skipped, 0 inconclusive/)
  expect(set.alive()).toBe(0)
})
