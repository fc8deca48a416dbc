import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { test } from 'vitest'
import { recordIn } from '../selftest/record-text.ts'
import { expectPrintedCommandsRun, judgesOthers } from './testing/printed-commands.ts'

const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))

/**
 * The MUST faults of the kill matrix, each with checks that notice it and one that shows what the server accepts. Faults
 * that show after a while are left out, because a run in this process waits for nothing. A fault that some checks notice
 * only after the requests of others may not show again when one is replayed alone.
 */
const noticed = rows.flatMap(({ id, level, killedBy, killedElsewhereBy }) => {
  const alone = killedBy.filter((check) => !judgesOthers.test(check))
  const only = [...alone, ...killedElsewhereBy].slice(0, 5)
  const replayed = killedElsewhereBy.length > 0 ? [0, 1] : [1]
  return level === 'MUST' && alone.length > 0 && !/later|refused-after/.test(id)
    ? [{ id, only: [...only, 'answers/create-outgoing-payment'].join(','), replayed }]
    : []
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
