import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'

test.each<[string, object]>([
  ['headers that are no list', { request: { headers: 7 } }],
  ['headers that are null', { request: { headers: [null] } }],
  ['headers without a value', { request: { headers: [{ name: 'x' }] } }],
  ['a body that is no text', { request: { postData: { text: 7 } } }],
  ['a response that is no object', { response: 'x' }],
  ['content that is null', { response: { status: 200, content: null } }],
  ['a body that is a list', { response: { status: 200, content: { text: [] } } }],
  ['a time that is no number', { time: 'x' }],
  ['a status that is no status', { response: { status: 1e99, content: {} } }],
])('traffic with %s is judged as far as it can be read', async (_, change) => {
  const cwd = await folder()
  const { request, ...others } = change as { request?: object }
  const entry = {
    startedDateTime: '2026-01-01T00:00:00Z',
    request: { method: 'GET', url: 'http://a.example/quotes/1', ...request },
    ...others,
  }
  writeFileSync(join(cwd, 'x.har'), JSON.stringify({ log: { entries: [entry] } }))
  const { code, stderr } = await command(['audit', 'x.har', '--base-url', 'http://a.example', '--out', 'a'], {
    cwd,
  })
  expect(stderr).toContain('x.har: 1 of 1 requests')
  expect(code).toBeLessThan(4)
})
