import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { test } from 'vitest'
import { recordIn } from '../selftest/record/record-text.ts'
import { expectPrintedCommandsRun, judgesOthers } from './testing/printed-commands.ts'

const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))

const needsMore = /later|refused-after|of-the-middle|from-ten|repeated-for/

/**
 * Each fault of the kill matrix that fails a run, with checks that notice it and a check whose requests are accepted.
 * Faults that take effect later are left out, because a run in this process does not wait, and so are faults that need
 * longer lists or more refusals than a few checks make. If some checks notice a fault
 * only after the requests of other checks, the replay of a single check may not show it again.
 */
const noticed = rows.flatMap(({ id, weight, killedBy, killedElsewhereBy }) => {
  const alone = killedBy.filter((check) => !judgesOthers.test(check))
  const only = [...alone, ...killedElsewhereBy].slice(0, 5)
  const replayed = killedElsewhereBy.length > 0 ? [0, 1] : [1]
  return weight === 'failure' && alone.length > 0 && !needsMore.test(id)
    ? [{ id, only: [...only, 'answers/create-outgoing-payment'].join(','), replayed }]
    : []
})

const drawn = fc.sample(fc.shuffledSubarray(noticed, { minLength: 24, maxLength: 24 }), {
  numRuns: 1,
  seed: 1,
})

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

test.each(drawn.flat())(
  'every command that the reports of a run with $id print can be run',
  async ({ id, only, replayed }) => {
    await expectPrintedCommandsRun([id], only, replayed)
  },
)
