import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { test } from 'vitest'
import { recordIn } from '../selftest/record-text.ts'
import { expectPrintedCommandsRun } from './testing/printed-commands.ts'

const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))

/**
 * The MUST faults of the kill matrix, each with checks that notice it. A fault that some checks notice only after the
 * requests of others may not show again when one of them is replayed alone.
 */
const noticed = rows.flatMap(({ id, level, killedBy, killedElsewhereBy }) => {
  const only = [...killedBy, ...killedElsewhereBy].slice(0, 5).join(',')
  const replayed = killedElsewhereBy.length > 0 ? [0, 1] : [1]
  return level === 'MUST' && killedBy.length > 0 ? [{ id, only, replayed }] : []
})

const drawn = fc.sample(fc.shuffledSubarray(noticed, { minLength: 30, maxLength: 30 }), {
  numRuns: 1,
  seed: 1,
})

test.each(drawn.flat())(
  'every command that the reports of a run with $id print can be run',
  async ({ id, only, replayed }) => {
    await expectPrintedCommandsRun([id], only, replayed)
  },
)
