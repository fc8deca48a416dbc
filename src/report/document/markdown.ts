import { escapeControl, escapeLines, shown } from '../text/printable.ts'
import {
  type Block,
  type Document,
  type Fact,
  type FindingEntry,
  type Item,
  type Readable,
  readable,
  type Section,
  type Text,
} from './document.ts'

/** Prints a document as Markdown, such as for a job summary. No text of a server becomes markup, a link or a mention. */
export function markdownText({ title, lead, blocks }: Document): string {
  const head = [`# ${inline(title)}`, ...(lead === undefined ? [] : [inline(lead)])]
  return `${[...head, ...readable(blocks, 'markdown').map((block) => blockText(block, 2))].join('\n\n')}\n`
}

/** Prints one block, such as to measure it. */
export function markdownBlock(block: Block): string {
  return readable([block], 'markdown')
    .map((one) => blockText(one, 2))
    .join('')
}

function blockText(one: Readable, level: number): string {
  switch (one.kind) {
    case 'paragraph':
      return one.lines.map((line) => inline(line)).join('\n\n')
    case 'facts':
      return factsText(one.facts)
    case 'list':
      return one.items.map(itemText).join('\n')
    case 'table':
      return tableText(one)
    case 'findings':
      return one.findings.map(findingText).join('\n')
    case 'code':
      return block(escapeLines(one.text), one.language)
    case 'section':
      return sectionText(one, level)
  }
}

const sectionText = ({ title, blocks, folded, count }: Section, level: number): string => {
  const parts = readable(blocks, 'markdown').map((block) => blockText(block, level + 1))
  return folded
    ? [
        `<details><summary>${inline(title, htmlCode)}${count === undefined ? '' : ` (${count})`}</summary>`,
        ...parts,
        '</details>',
      ].join('\n\n')
    : [`${'#'.repeat(Math.min(level, 6))} ${inline(title)}`, ...parts].join('\n\n')
}

const factsText = (facts: readonly Fact[]): string => {
  const unnamed = facts.filter(({ name }) => name === undefined).flatMap(({ values }) => values.map(one))
  const rows = facts
    .filter(({ name }) => name !== undefined)
    .map(({ name = '', values }) => row([`**${escapeMarkdown(name)}**`, values.map(one).join('<br>')]))
  const [head = '', ...others] = rows
  return [...unnamed, ...(rows.length > 0 ? [[head, row(['---', '---']), ...others].join('\n')] : [])].join(
    '\n\n',
  )
}

const itemText = ({ text, below = [] }: Item): string =>
  [`- ${inline(text)}`, ...below.map((one) => `  - ${inline(one)}`)].join('\n')

const tableText = ({ head, rows, figures }: Extract<Block, { kind: 'table' }>): string =>
  [
    row(head.map((cell) => inline(cell))),
    row(head.map((_, column) => (figures && column > 0 ? '---:' : '---'))),
    ...rows.map((cells) => row(cells.map(one))),
  ].join('\n')

const signs: Record<FindingEntry['grade'], string> = {
  failure: '❌',
  warning: '⚠️',
  note: 'ℹ️',
  good: '✅',
  unseen: '▫️',
}

const findingText = ({ grade, label, title, facts }: FindingEntry): string =>
  [
    `- ${signs[grade]} ${label === undefined ? '' : `**${escapeMarkdown(label)}** `}${inline(title)}`,
    ...facts.flatMap(({ name, values }) =>
      values.map((value) => `  - ${name === undefined ? '' : `${escapeMarkdown(name)}: `}${inline(value)}`),
    ),
  ].join('\n')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const one = (text: Text): string => inline(text)

/** Prints a text within a line. `quoted` prints what is quoted; a title of a fold is HTML and has no backticks. */
const inline = (text: Text, quoted: typeof code = code): string => {
  if (typeof text === 'string') return escapeMarkdown(text)
  if (!('kind' in text)) return text.map((part) => inline(part, quoted)).join('')
  if (text.kind === 'sign') return text.sign
  if (text.kind === 'break') return '<br>'
  if (text.kind === 'bar') return ''
  if (text.kind === 'code' || text.kind === 'words')
    return text.text === '' ? '' : quoted(text.text, text.most)
  const inner = inline(text.text, quoted)
  if (text.kind === 'link') return `[${inner}](${encodeURI(text.to)})`
  return text.tone === 'strong' && inner !== '' ? `**${inner}**` : inner
}

/**
 * Formats any text as one piece of code that contains no markup, HTML, link, mention or table cell. Uses backticks if
 * that is safe, and otherwise HTML in which every special character is written by its number.
 */
export function code(text: string, most?: number): string {
  const line = shown(text, most)
  return /^[^\s`|\\][^`|\\]*$/.test(line) && !/\s$/.test(line) ? `\`${line}\`` : htmlCode(line)
}

/** Formats any text as code in HTML, for places where Markdown does not interpret backticks. */
export function htmlCode(text: string, most?: number): string {
  return `<code>${numbered(shown(text, most))}</code>`
}

/**
 * Escapes the harness's own words. A name with an at sign, such as a component of a signature, must not become a
 * mention.
 */
export function escapeMarkdown(text: string): string {
  return escapeControl(text)
    .split(/(@[\w-]+)/)
    .map((part, index) =>
      index % 2 === 0
        ? part.replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\s.,;:'"()?!/-]/gu, byNumber)
        : `\`${part}\``,
    )
    .join('')
}

/**
 * Formats lines as a block of code. Its fence is longer than any run of backticks in the text, so the text cannot end
 * the block.
 */
export function block(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/**
 * Writes special characters by their number, so that they are plain text. Breaks up mail addresses, so that they do not
 * become links.
 */
const numbered = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .-]|(?<=[Ww]{3})\./gu, (sign) =>
    sign === '@' ? '&#64;<!-- -->' : byNumber(sign),
  )

const byNumber = (sign: string): string => `&#${sign.codePointAt(0)};`

/** Returns the first things that together have at most `most` bytes, and the number of those left. */
export function within<T>(
  most: number,
  all: readonly T[],
  bytesOf: (one: T) => number,
): { shown: T[]; left: number } {
  let bytes = 0
  const end = all.findIndex((one) => {
    bytes += bytesOf(one)
    return bytes > most
  })
  const shown = end < 0 ? [...all] : all.slice(0, end)
  return { shown, left: all.length - shown.length }
}
