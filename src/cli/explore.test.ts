import { expect, test, onTestFinished } from 'vitest'
import { writeFileSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:net'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

test('explore', async () => {
  const cwd = await folder()
  const { target, url } = await serveMock()
  writeTarget(cwd, target)
  const show = async (argv: string[], env = {}) => {
    const r = await command(argv, { cwd, env })
    console.log(argv.join(' '), '->', r.code, '\nOUT:', r.stdout.slice(0, 300), '\nERR:', r.stderr.slice(0, 1500))
  }
  await show(['run', 'nope.yaml'])
  await show(['run', '--bogus'])
  await show(['bogus'])
  await show(['rum'])
  await show([])
  await show(['run', 't.yaml', '--only', 'tokns'])
  await show(['run', 't.yaml', '--seed', 'abc'])
  await show(['run', 't.yaml', '--runs', '0'])
  await show(['run', 't.yaml', '--concurrency', '0'])
  await show(['run', 't.yaml', '--enforce', 'must'])
  await show(['run', 't.yaml', '--profile', 'interfac'])
  await show(['run', 't.yaml', '--reporter', 'jsn'])
  await show(['run', 't.yaml', '--reporter', 'json='])
  await show(['run', 't.yaml', '--reporter'])
  await show(['run', 't.yaml', 'extra'])
  writeFileSync(join(cwd, 'afile'), 'x')
  await show(['run', 't.yaml', '--out', 'afile'])
  await show(['mock', '--port', '0', '--fault', 'without-token-knwn'])
  await show(['mock', '--port', '99999'])
  await show(['mock', '--port', new URL(url).port])
  await show(['mock', '--port', '0', '--public-url', 'nonsense'])
  await show(['mock', '--port', '0', '--host', 'no.such.invalid'])
  await show(['replay', 'afile', 'x'])
  await show(['replay', 'nofile', 'x'])
  writeFileSync(join(cwd, 'r.json'), '{}')
  await show(['replay', 'r.json', 'x'])
  await show(['sign', 'r.json', 'x'])
  writeFileSync(join(cwd, 'r.json'), '{"version":1}')
  await show(['sign', 'r.json', 'x'])
  await show(['run', 't.yaml', '--only', 'whole-requests'])
  console.log(readdirSync(join(cwd, 'reports/mock')))
  await show(['sign', 'reports/mock/report.json', 'whole-requests/plainest-form'])
  await show(['replay', 'reports/mock/report.json', 'whole-requests/plainest-form'])
  await show(['replay', 'reports/mock/report.json', 'whole-requests/plainest-for'])
  await show(['explain', 'signature.requird'])
  await show(['explain'])
  await show(['replay', 'reports/mock/report.json'])
}, 60000)
