import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { readReport } from '../../../report/data/read-report.ts'

/** What is wrong with what a run left behind, in words: with its text for a terminal, and with each report. */
export function flawsIn(written: { stdout: string; stderr: string }, cwd: string): string[] {
  return [
    ...flawOf('stdout', () => inertText(written.stdout)),
    ...flawOf('stderr', () => inertText(written.stderr)),
    ...flawOf('report.txt', () => inertText(readFileSync(join(cwd, 'report.txt'), 'utf8'))),
    ...flawOf('report.md', () => inertMarkdown(readFileSync(join(cwd, 'report.md'), 'utf8'))),
    ...flawOf('report.xml', () => wellFormed(readFileSync(join(cwd, 'report.xml'), 'utf8'))),
    ...flawOf('report.json', () =>
      readReport(readFileSync(join(cwd, 'o/report.json'), 'utf8'), 'report.json'),
    ),
    ...flawOf('events.ndjson', () => {
      const lines = readFileSync(join(cwd, 'o/events.ndjson'), 'utf8').trimEnd().split('\n')
      for (const line of lines) JSON.parse(line)
    }),
  ]
}

/** The options of a run that writes every report. */
export const everyReport: readonly string[] = [
  '--out',
  'o',
  ...['text=report.txt', 'markdown=report.md', 'junit=report.xml', 'html=report.html'].flatMap((one) => [
    '--reporter',
    one,
  ]),
]

const flawOf = (where: string, look: () => unknown): string[] => {
  try {
    look()
    return []
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Control and format characters are obeyed by a terminal; a stack trace says that something of ours broke. */
const inertText = (text: string): void => {
  const obeyed = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u.exec(text)
  if (obeyed) throw new Error(`holds \\u{${obeyed[0].codePointAt(0)?.toString(16)}} at ${obeyed.index}`)
  const ours = /^\s*at .*[:(]\d|\bundefined\b|\b\w*Error:|\bNaN\b|\[object /m.exec(text)
  if (ours) throw new Error(`says ${ours[0]}`)
}

/** Outside of code, no tag but those that the report is made of. */
const inertMarkdown = (text: string): void => {
  const rest = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '').replace(/`[^`\n]*`/g, '')
  const tag =
    /<(?!\/?(?:code|details|summary|table|tr|td|th|br|p|pre|b|strong|em|a|sub)\b|!-- -->)[a-z!/][^>]{0,40}/i.exec(
      rest,
    )
  if (tag) throw new Error(`holds ${tag[0]}`)
  inertText(text.replaceAll('\t', ''))
}

const wellFormed = (document: string): void => {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.write(document).close()
}

/** Where one of these stands in anything that was written; the target file itself aside. */
export function tracesOf(
  secrets: readonly string[],
  written: { stdout: string; stderr: string },
  cwd: string,
): string[] {
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 't.yaml')
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')] as const)
  return [...Object.entries(written), ...files].flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${name}`),
  )
}
