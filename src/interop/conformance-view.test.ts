import { expect, test } from 'vitest'
import { markdownText } from '../report/document/markdown.ts'
import type { Fared } from './conformance.ts'
import { conformanceSection } from './conformance-view.ts'
import type { InteropMatrix } from './matrix.ts'

/** Returns the tone and the words of a topic whose cells have these results. */
const summed = (...cells: Fared[]) => {
  const rows = cells.map((fared, at) => ({
    requirement: `amount.${at}`,
    level: 'MUST' as const,
    says: 'says',
    basis: 'stated' as const,
    disputed: false,
    cells: [{ fared }],
  }))
  const columns = [{ name: 'a', role: 'server' as const, file: 'a.yaml', outcome: 'conforms' as const }]
  const matrix = { columns, conformance: [{ title: 'Amounts', rows }] } as unknown as InteropMatrix
  const block = conformanceSection(matrix)
  const table = JSON.stringify(block).match(
    /"Amounts \(\d+\)",\{"kind":"toned","tone":"(\w+)","text":"([^"]*)"/,
  )
  expect(markdownText({ title: '', lead: [], blocks: [block] })).toContain(table?.[2] ?? 'nothing')
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
