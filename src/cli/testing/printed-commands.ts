import { join } from 'node:path'
import { expect } from 'vitest'
import { command, folder } from './command.ts'
import { serveMock, writeTarget } from './mock.ts'

const commandsIn = (text: string): string[][] =>
  [...text.matchAll(/op-conformance ((?:sign|replay|explain|report) [^\n<`]+)/g)].map(([, words = '']) =>
    words.trim().split(' '),
  )

/** Rules and the last look judge what other checks did: alone, they may have nothing to judge. */
export const judgesOthers = /^(?:rules|last-look)\//

/** A run that has used up the receivers leaves none to a replay. Then a defect of fresh receivers does not show again. */
const usesUpReceivers = /not fully shrunk: needs another open receiver/

/**
 * Runs checks against a mock with faults. Expects that every command that their reports print can be run. `replayed` has
 * the possible exit codes of a replay: 1 if the defect shows again.
 */
export async function expectPrintedCommandsRun(
  faults: readonly string[],
  only: string,
  replayed: readonly number[] = [1],
): Promise<void> {
  const cwd = await folder()
  const { target } = await serveMock({ faults })
  writeTarget(cwd, target)
  const run = await command(['run', 't.yaml', '--only', only], { cwd })
  expect(run.code).toBe(1)
  const path = join('reports', 'mock', 'report.json')
  const pages = await command(['report', path, '--reporter', 'markdown'], { cwd })
  const printed = [...commandsIn(run.stdout), ...commandsIn(pages.stdout)]
  const distinct = [...new Map(printed.map((words) => [words.join(' '), words])).values()]
  const shown = [
    ...(pages.stdout.includes(' sign ') ? ['sign'] : []),
    ...(run.stdout.includes(' notes, listed by ') ? ['report'] : []),
  ]
  expect(new Set(distinct.map(([name]) => name))).toEqual(new Set(['replay', 'explain', ...shown]))
  const isUncertain = usesUpReceivers.test(run.stdout)
  for (const words of distinct) {
    const { code, stderr } = await command(words, { cwd })
    const possible = isUncertain || judgesOthers.test(words[2] ?? '') ? [0, 1] : replayed
    const isRight = (words[0] === 'replay' ? possible : [0]).includes(code)
    expect([words.join(' '), code, isRight, stderr.includes('ERR_')]).toEqual([
      words.join(' '),
      code,
      true,
      false,
    ])
  }
}
