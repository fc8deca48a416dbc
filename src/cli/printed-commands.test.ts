import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { command, folder } from './testing/command.ts'
import { writeTarget } from './testing/mock.ts'

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

const printed = (text: string): string[][] =>
  [...text.matchAll(/op-conformance ((?:sign|replay|explain|report) [^\n<`]+)/g)].map(([, words = '']) =>
    words.trim().split(' '),
  )

test.each(recorded)(
  'every command that the reports of a run with %s print can be run',
  async (_, faults, only) => {
    const cwd = await folder()
    const mock = createMock({ now: Date.now, random: seeded(1), faults: faultsNamed([...faults]) })
    const listening = await mock.listen({ port: 0 })
    onTestFinished(listening.close)
    writeTarget(cwd, parse(targetFile(mock, listening)))
    const run = await command(['run', 't.yaml', '--only', only], { cwd })
    expect(run.code).toBe(1)
    const path = join('reports', 'mock', 'report.json')
    const pages = await command(['report', path, '--reporter', 'markdown'], { cwd })
    const wanted = [...printed(run.stdout), ...printed(pages.stdout)]
    const distinct = [...new Map(wanted.map((words) => [words.join(' '), words])).values()]
    expect(new Set(distinct.map(([name]) => name))).toEqual(
      new Set(pages.stdout.includes(' sign ') ? ['replay', 'sign', 'explain'] : ['replay', 'explain']),
    )
    for (const words of distinct) {
      const { code, stderr } = await command(words, { cwd })
      expect([words.join(' '), code, stderr.includes('ERR_')]).toEqual([
        words.join(' '),
        words[0] === 'replay' ? 1 : 0,
        false,
      ])
    }
  },
)

test('explain takes the check of a client, and shows its requirement', async () => {
  const { code, stdout } = await command(['explain', 'client/signature-made'], { cwd: await folder() })
  expect(code).toBe(0)
  expect(stdout).toContain('client.signature.made')
})
