import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { mutated, type Pick, pickBy } from '../altered-bundles.ts'
import { command, folder } from '../command.ts'
import { serveMock, writeTarget } from '../mock.ts'

/** Makes a short run against a faulty mock, with its target file, its record and its traffic. */
const recorded = async () => {
  const cwd = await folder()
  const { target, url } = await serveMock({ faults: ['get-quote:method:absent'] })
  writeTarget(cwd, target)
  const argv = ['run', 't.yaml', '--only', 'quotes/one-amount', '--out', 'r', '--reporter', 'har=r.har']
  await command(argv, { cwd })
  return { cwd, url, text: (name: string): string => readFileSync(join(cwd, name), 'utf8') }
}

const lines = (text: string): string[] => text.trimEnd().split('\n')

const alterations: ReadonlyArray<(text: string, pick: Pick) => string> = [
  (text, pick) => withLine(text, pick, (line) => [JSON.stringify(mutated(JSON.parse(line), pick))]),
  (text, pick) => withLine(text, pick, () => []),
  (text, pick) => withLine(text, pick, (line) => [line, line]),
  (text, pick) => withLine(text, pick, () => [pick(['{}', 'null', '[', '', '{"type":"end"}', '7'])]),
  (text, pick) => withLine(text, pick, () => lines(text).slice(0, pick([1, 2, 9]))),
  (text, pick) => text.slice(0, text.length / pick([2, 3, 9])),
]

const withLine = (text: string, pick: Pick, change: (line: string) => readonly string[]): string => {
  const all = lines(text)
  const at = pick([...all.keys()])
  return [...all.slice(0, at), ...change(all[at] ?? ''), ...all.slice(at + 1), ''].join('\n')
}

/** Alters a record this many times and gives each to some command. No alteration may break a command. */
export async function fuzzRecords(count: number): Promise<void> {
  const { cwd, text } = await recorded()
  const [events, report] = [text('r/events.ndjson'), text('r/report.json')]
  const wrong: string[] = []
  mkdirSync(join(cwd, 'x'))
  for (let seed = 0; seed < count; seed++) {
    const pick = pickBy(seed)
    writeFileSync(join(cwd, 'x/events.ndjson'), pick(alterations)(events, pick))
    const json = pick([report, JSON.stringify(mutated(JSON.parse(report), pick))])
    writeFileSync(join(cwd, 'x/report.json'), json)
    const argv = pick([
      ['report', 'x', '--reporter', pick(['text', 'html', 'har', 'junit', 'markdown', 'sarif'])],
      ['report', 'x/events.ndjson'],
      ['audit', 'x/events.ndjson', '--out', 'a'],
      ['merge', 'x', '--out', 'm'],
      ['diff', 'r/report.json', 'x/report.json'],
      ['sign', 'x/report.json', 'answers/get-quote', '--target', 't.yaml'],
      ['replay', 'x/report.json', 'answers/get-quote', '--target', 't.yaml'],
      ['run', 't.yaml', '--only', 'quotes/one-amount', '--resume', '--out', 'x'],
    ])
    const { code, stderr } = await command(argv, { cwd })
    if (code === 4) wrong.push(`seed ${seed}: ${argv.join(' ')}: ${stderr.slice(0, 600)}`)
  }
  expect(wrong).toEqual([])
}

/** Alters the traffic that `audit` reads in the same way. */
export async function fuzzTraffic(count: number): Promise<void> {
  const { cwd, url, text } = await recorded()
  const har = JSON.parse(text('r.har'))
  har.log.entries = har.log.entries.slice(0, 5)
  const wrong: string[] = []
  for (let seed = 0; seed < count; seed++) {
    const pick = pickBy(seed)
    const altered = {
      log: { entries: [...har.log.entries, mutated(pick(har.log.entries), pick), pick([{}, har, null])] },
    }
    writeFileSync(join(cwd, 'x.har'), JSON.stringify(pick([altered, altered, mutated(har, pick)])))
    const { code, stderr } = await command(['audit', 'x.har', '--base-url', url, '--out', 'a'], { cwd })
    if (code === 4) wrong.push(`seed ${seed}: ${stderr.slice(0, 600)}`)
  }
  expect(wrong).toEqual([])
}
