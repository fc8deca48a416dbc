import { expect, test } from 'vitest'
import type { Requirement } from '../catalogue/requirement.ts'
import type { Block } from '../report/document/document.ts'
import { markdownText } from '../report/document/markdown.ts'
import { conformanceOf, type Fared } from './conformance.ts'
import type { JudgedServer } from './event-file.ts'
import type { InteropMatrix } from './matrix.ts'
import { conformanceSection } from './matrix-view.ts'

/** Returns the block of one topic at one server whose requirements have these results. */
const shown = (cells: readonly Fared[], unexercised: string[] = []) => {
  const rows = cells.map((fared, at) => ({
    requirement: `amount.${at}`,
    level: 'MUST' as const,
    says: 'says',
    basis: 'stated' as const,
    disputed: false,
    cells: [{ fared }],
  }))
  const columns = [{ name: 'a', role: 'server' as const, file: 'a.yaml', outcome: 'conforms' as const }]
  const topic = { title: 'Amounts', rows, unexercised }
  return conformanceSection({ columns, conformance: [topic] } as unknown as InteropMatrix)
}

const markdownOf = (block: Block): string => markdownText({ title: '', lead: [], blocks: [block] })

/** Returns the tone and the words of a topic whose cells have these results. */
const summed = (...cells: Fared[]) => {
  const block = shown(cells)
  const table = JSON.stringify(block).match(
    /"Amounts \(\d+\)",\{"kind":"toned","tone":"(\w+)","text":"([^"]*)"/,
  )
  expect(markdownOf(block)).toContain(table?.[2] ?? 'nothing')
  return table?.slice(1)
}

test.each<[Fared[], string, string]>([
  [['held', 'noted'], 'good', '2 of 2'],
  [['held', 'held', 'unexercised'], 'faint', '2 of 3, 1 not exercised'],
  [['held', 'unexercised', 'unjudged'], 'warning', '1 of 3, 1 not judged, 1 not exercised'],
  [['held', 'untested'], 'good', '1 of 2'],
  [['untested'], 'faint', '0 of 1'],
  [['held', 'warned', 'unexercised'], 'warning', '1 warned'],
  [['held', 'broken', 'warned'], 'failure', '1 failed'],
  [['unbound'], 'faint', 'does not bind it'],
])('a topic with %j is %s and reads "%s"', (cells, tone, words) => {
  expect(summed(...cells)).toEqual([tone, words])
})

test('requirements that nobody exercised count, and share one line', () => {
  const text = markdownOf(shown(['held'], ['amount.a', 'amount.b']))
  expect(text).toContain('| Amounts (3) | 1 of 3, 2 not exercised |')
  expect(text).toContain('Not exercised: `amount.a, amount.b`')
})

test('a topic without an exercised requirement has no table', () => {
  const text = markdownOf(shown([], ['amount.a']))
  expect(text).toContain('Amounts, 1 requirement')
  expect(text).not.toContain('| Requirement |')
})

test('a requirement is unexercised if none of the servers that it binds exercised it', () => {
  const server = (...exercised: string[]): JudgedServer => {
    const coverage = ['amount.a', 'amount.b', 'amount.c'].map((requirement) => ({
      requirement,
      state: exercised.includes(requirement) ? 'judged' : 'not exercised',
      checks: [],
    }))
    return {
      role: 'server',
      report: { coverage, findings: [], checks: [], outcome: 'complete' },
    } as unknown as JudgedServer
  }
  const requirements = new Map(
    ['amount.a', 'amount.b', 'amount.c'].map((id) => [id, { id, level: 'MUST' } as Requirement]),
  )
  const [topic] = conformanceOf([server('amount.a'), server('amount.b')], requirements)
  expect(topic?.rows.map(({ requirement }) => requirement)).toEqual(['amount.a', 'amount.b'])
  expect(topic?.unexercised).toEqual(['amount.c'])
})
