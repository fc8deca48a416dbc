import { expect, test } from 'vitest'
import { command } from './testing/command.ts'
import type { Hostile } from './testing/hostile/behaviour.ts'
import { foreigns } from './testing/hostile/foreign/index.ts'
import { hostiles } from './testing/hostile/index.ts'
import { nothingAmiss, trialOf } from './testing/hostile/trial.ts'

// HOSTILE=all takes every behaviour. hostile.slow.test.ts runs and measures the built command line.
const some = hostiles.filter((_, index) => index % 48 === 0 || process.env['HOSTILE'] === 'all')

test.each(some)(
  'against a server with $name a run ends with $exits',
  // Long responses take most of a minute even on an idle machine.
  { timeout: 240_000 },
  async (hostile: Hostile) => {
    const { cwd, argv, consequences } = await trialOf(hostile)
    const { code, ...written } = await command(argv, { cwd })
    expect({ code, ...consequences(written) }).toEqual({ code: hostile.exits, ...nothingAmiss })
  },
)

test('every hostile behaviour has a name of its own', () => {
  const names = [...hostiles, ...foreigns].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
