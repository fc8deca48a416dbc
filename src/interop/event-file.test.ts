import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from '../cli/testing/command.ts'
import { loadEvent } from './event-file.ts'

const eventOf = async (text: string, ...files: string[]) => {
  const cwd = await folder()
  mkdirSync(dirname(join(cwd, 'day/event.yaml')))
  writeFileSync(join(cwd, 'day/event.yaml'), text)
  return loadEvent(files.length > 0 ? files : ['day/event.yaml'], cwd)
}

test('paths in an event file are relative to it, and each participant has a name of its own', async () => {
  const event = await eventOf(`
version: 1
name: Interop day
limit: 20m
targets:
  - file: alpha/op-conformance.yaml
  - { name: Beta, file: b.yaml, limit: 5m }
  - { name: beta, report: c/report.json }
clients: [reports/client/report.json]
`)
  expect(event).toEqual({
    name: 'Interop day',
    limit: '20m',
    participants: [
      { name: 'alpha', source: 'target', file: 'day/alpha/op-conformance.yaml' },
      { name: 'Beta', source: 'target', file: 'day/b.yaml', limit: '5m' },
      { name: 'beta 2', source: 'report', file: 'day/c/report.json' },
      { name: 'client', source: 'client', file: 'day/reports/client/report.json' },
    ],
  })
})

test('several files are read as target files, and names with the same folder get a number', async () => {
  const { participants } = await eventOf('', 'x/a b.yaml', 'y/a-b.yaml')
  expect(participants.map(({ name }) => name)).toEqual(['a b', 'a-b 2'])
})

test('one file without targets is a target file', async () => {
  const { participants } = await eventOf('version: 1\nbaseUrl: https://wallet.example\n')
  expect(participants).toEqual([{ name: 'event', source: 'target', file: 'day/event.yaml' }])
})

test.each([
  ['targets: []\nversion: 1', 'day/event.yaml:1: targets: '],
  ['version: 1\ntargets:\n  - { fil: a.yaml }', 'day/event.yaml:3: targets[0].fil: '],
  ['version: 1\ntargets: [{ file: a, limit: soon }]', 'day/event.yaml:2: targets[0].limit: '],
  ['version: 1\ntargets: [', 'day/event.yaml:2: '],
])('%j is refused, and the message names its place', async (text, place) => {
  await expect(eventOf(text)).rejects.toThrow(place)
})

test('an event file that cannot be read is refused', async () => {
  await expect(eventOf('', 'none.yaml')).rejects.toMatchObject({ code: 'ERR_EVENT_UNREADABLE' })
})
