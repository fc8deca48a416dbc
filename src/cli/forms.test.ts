import { expect, test } from 'vitest'
import { forms } from '../report/document/document.ts'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { views } from './testing/views.ts'

const beginnings = { text: /^\S/, markdown: /^# \S/, html: /^<!doctype html>\n/, json: /^[[{]\n/ }

test('every view can be had as text, as Markdown, as a page and as JSON, and says the same', async () => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock()).target)
  await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'reports/mock'], { cwd })
  for (const { argv, says, option } of views) {
    for (const form of forms) {
      const { code, stdout, stderr } = await command([...argv, option, form], { cwd })
      expect([argv.join(' '), form, code, stderr]).toEqual([argv.join(' '), form, 0, ''])
      expect(stdout, `${argv.join(' ')} as ${form}`).toMatch(beginnings[form])
      expect(stdout, `${argv.join(' ')} as ${form}`).toContain(says)
      if (form === 'json') JSON.parse(stdout)
    }
  }
})

test('an unknown form is refused with the known ones', async () => {
  const { code, stderr } = await command(['list', '--format', 'xml'], { cwd: await folder() })
  expect(code).toBe(2)
  expect(stderr).toContain('text, markdown, html, json')
})
