import { expect, test } from 'vitest'
import { lines } from '../../report/text/printable.ts'
import { guarded } from './guarded.ts'

const written = (env: Record<string, string>): string => {
  const pieces: string[] = []
  const stream = { write: (text: string) => pieces.push(text) }
  const io = guarded(Object({ env, stdout: stream, stderr: stream }))
  io.stderr.write(lines('  ::add-mask::x\na ##[error]b\n'))
  return pieces.join('')
}

test('under GitHub Actions, workflow commands in the output are defused', () => {
  expect(written({ GITHUB_ACTIONS: 'true' })).toBe('  : :add-mask::x\na ## [error]b\n')
  expect(written({})).toBe('  ::add-mask::x\na ##[error]b\n')
})
