import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

test.each([
  ['a check that sends requests', 'without-digest-matches-body'],
  ['a check that judges the responses of others', 'create-quote:createdAt:absent'],
])('--bail ends a run early once %s has failed', async (_, fault) => {
  const cwd = await folder()
  const { target } = await serveMock({ faults: [fault] })
  writeTarget(cwd, target)
  const { code, stdout } = await command(['run', 't.yaml', '--bail'], { cwd })
  expect({ code, stdout }).toMatchObject({ code: 1 })
  expect(stdout).toMatch(/^[\w-]+\/[\w-]+ failed, and --bail ends the run there\.$/m)
  const [, sent = ''] = /^Requests +([\d,]+) sent/m.exec(stdout) ?? []
  expect(Number(sent.replace(',', ''))).toBeLessThan(600)
})
