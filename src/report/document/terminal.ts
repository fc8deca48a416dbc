import picocolors from 'picocolors'
import { escapeControl, escapeLines, ownSequence, shown } from '../text/printable.ts'
import {
  type Block,
  type Document,
  type Fact,
  type FindingEntry,
  type Item,
  type Readable,
  readable,
  type Text,
  type Tone,
  toned,
} from './document.ts'

/** The terminal that a document is printed on. Without a width, such as for a pipe, no line is wrapped. */
export interface Screen {
  colour?: boolean
  width?: number | undefined
}

/** Prints a document for a terminal. What a server said is one line that cannot control it. */
export function terminalText({ lead, blocks }: Document, { colour = false, width }: Screen): string {
  const paint = colorsFor(colour)
  const printer: Printer = { paint, width: width ?? Number.POSITIVE_INFINITY }
  const first = lead === undefined ? [] : [hung('', 0, lead, printer)]
  return `${[...first, blocksText(blocks, 0, printer)].join('\n\n')}\n`
}

interface Printer {
  paint: Colors
  width: number
}

type Paint = (text: string) => string

const blocksText = (blocks: readonly Block[], indent: number, printer: Printer): string =>
  readable(blocks, 'text')
    .map((block) => blockText(block, indent, printer))
    .join('\n\n')

function blockText(block: Readable, indent: number, printer: Printer): string {
  const start = ' '.repeat(indent)
  switch (block.kind) {
    case 'paragraph':
      return block.lines.map((one) => hung(start, indent, one, printer)).join('\n')
    case 'facts':
      return factsText(block.facts, indent, block.width ?? 0, printer)
    case 'list':
      return block.items.map((item) => itemText(item, indent, printer)).join('\n')
    case 'table':
      return tableText(block, indent, printer)
    case 'findings':
      return findingsText(block, printer)
    case 'code':
      return escapeLines(block.text).replace(/^/gm, start)
    case 'section':
      return `${hung(start, indent, block.title, printer)}\n${blocksText(block.blocks, indent + 2, printer)}`
  }
}

const factsText = (facts: readonly Fact[], indent: number, least: number, printer: Printer): string => {
  const width = Math.max(least, widest(facts.map(({ name = '' }) => name)) + 2)
  const start = ' '.repeat(indent)
  return facts
    .flatMap(({ name, values }) =>
      values.map((value, index) => {
        if (name === undefined) return hung(start, indent, value, printer)
        const lead =
          index === 0 ? printer.paint.faint(name) + ' '.repeat(width - name.length) : ' '.repeat(width)
        return hung(start + lead, indent + width, value, printer)
      }),
    )
    .join('\n')
}

const itemText = ({ mark = '', text, below = [] }: Item, indent: number, printer: Printer): string => {
  const start = ' '.repeat(indent)
  return [
    hung(start + mark, indent + mark.length, text, printer),
    ...below.map((one) => hung(`${start}    `, indent + 4, one, printer)),
  ].join('\n')
}

type Table = Extract<Block, { kind: 'table' }>

/** The least room for the last column of a table beside the others. */
const leastRoom = 24

const tableText = (table: Table, indent: number, printer: Printer): string => {
  const { head, rows, figures, bare } = table
  const lines = bare ? rows : [head, ...rows]
  const widths = head.map((_, column) => widest(lines.map((line) => plain(line[column] ?? ''))))
  const last = head.length - 1
  const lead = indent + widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0)
  const isTight = figures ? lead + (widths[last] ?? 0) > printer.width : lead > printer.width - leastRoom
  if (isTight) return rows.map((row) => stackedText(row, table, indent, printer)).join('\n')
  return lines
    .map((line) => {
      const before = line.slice(0, last).map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - plain(cell).length)
        return figures && column > 0
          ? `${space}${inline(cell, printer.paint)}`
          : `${inline(cell, printer.paint)}${space}`
      })
      const end = line[last] ?? ''
      const padding = figures ? ' '.repeat((widths[last] ?? 0) - plain(end).length) : ''
      return hung(`${' '.repeat(indent)}${[...before, padding].join('  ')}`, lead, end, printer).trimEnd()
    })
    .join('\n')
}

/** Prints a row of a table that is too wide: its first cell, and the others below. */
const stackedText = (
  [first = '', ...others]: readonly Text[],
  { head, bare }: Table,
  indent: number,
  printer: Printer,
): string => {
  const cells = others.map((cell, at): Text => (bare ? cell : [`${head[at + 1]} `, cell]))
  const below = cells.flatMap((cell, at): Text[] => (at === 0 ? [cell] : [bare ? '  ' : ', ', cell]))
  return itemText({ text: first, below: [below] }, indent, printer)
}

const signs: Record<FindingEntry['grade'], string> = {
  failure: '✗',
  warning: '!',
  note: '·',
  good: '✓',
  unseen: '-',
}

const findingsText = (
  { findings, labels = 0, width = 0 }: Extract<Block, { kind: 'findings' }>,
  printer: Printer,
): string => {
  const column = Math.max(
    labels,
    ...findings.map(({ label }) => (label === undefined ? 0 : label.length + 2)),
  )
  return findings
    .map(({ grade, label, title, facts }) => {
      const sign = printer.paint[grade === 'unseen' ? 'faint' : grade](signs[grade])
      const words = grade === 'unseen' ? toned('faint', title) : title
      const lead = label === undefined ? '' : label.padEnd(column)
      return [
        hung(`${sign} ${lead}`, 2 + lead.length, words, printer),
        ...(facts.length === 0 ? [] : [factsText(facts, column === 0 ? 4 : column + 2, width, printer)]),
      ].join('\n')
    })
    .join('\n')
}

interface Piece {
  text: string
  paint: Paint
}

const piecesOf = (text: Text, paint: Colors, outer: Paint = (same) => same): Piece[] => {
  if (typeof text === 'string') return [{ text: escapeControl(text), paint: outer }]
  if (!('kind' in text)) return text.flatMap((one) => piecesOf(one, paint, outer))
  if (text.kind === 'sign') return [{ text: text.sign, paint: outer }]
  if (text.kind === 'break') return [{ text: ' ', paint: outer }]
  if (text.kind === 'bar') return []
  if (text.kind === 'code' || text.kind === 'words')
    return [{ text: shown(text.text, text.most), paint: outer }]
  if (text.kind === 'link') return piecesOf(text.text, paint, outer)
  const own = paint[text.tone]
  return piecesOf(text.text, paint, (inner) => outer(own(inner)))
}

const noColour = colorsFor(false)

/** The characters of a text as they are seen, to be measured. */
export const plain = (text: Text): string =>
  piecesOf(text, noColour)
    .map((piece) => piece.text)
    .join('')

const inline = (text: Text, paint: Colors): string =>
  piecesOf(text, paint)
    .map((piece) => piece.paint(piece.text))
    .join('')

/** Puts a text behind a lead of a known width. Further lines hang below its beginning. */
const hung = (lead: string, column: number, text: Text, { paint, width }: Printer): string => {
  let at = column
  const hang = width - column < leastRoom ? Math.min(column, 4) : column
  const wrapped = (words: string): string =>
    words
      .split(/(?<= )(?=[^ ])/)
      .map((word) => {
        const isOver = at > hang && at + word.trimEnd().length > width
        at = (isOver ? hang : at) + word.length
        return isOver ? `\n${' '.repeat(hang)}${word}` : word
      })
      .join('')
      .replace(/ +\n/g, '\n')
  const parts = piecesOf(text, paint).map((piece) =>
    wrapped(piece.text).split('\n').map(piece.paint).join('\n'),
  )
  return (lead + parts.join('')).trimEnd()
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length))

type Colors = Readonly<Record<Tone, Paint>>

/** Returns colours by their meaning. Without colour, every text stays unchanged. */
export function colorsFor(colour: boolean): Colors {
  const { bold, dim, green, red, yellow, cyan } = picocolors.createColors(colour)
  return {
    strong: own(bold),
    faint: own(dim),
    good: own(green),
    failure: own(red),
    warning: own(yellow),
    note: own(cyan),
  }
}

/**
 * Marks only the sequences of the paint as the harness's own. Sequences in the painted text stay foreign and are
 * escaped.
 */
function own(paint: Paint): Paint {
  const [before = '', after = ''] = paint('\n').split('\n').map(ownSequence)
  return (text) => `${before}${text}${after}`
}
