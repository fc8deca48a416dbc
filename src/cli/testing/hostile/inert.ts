import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { readReport } from '../../../report/data/json.ts'

type Look = (text: string) => unknown

/** The files that a command writes, and the way each is examined. */
const looks: Readonly<Record<string, Look>> = {
  'report.txt': (text) => inertText(text),
  'report.md': (text) => inertMarkdown(text),
  'report.xml': (text) => wellFormed(text),
  'o/report.json': (text) => readReport(text, 'report.json'),
  'o/events.ndjson': (text) => {
    for (const line of text.trimEnd().split('\n')) JSON.parse(line)
  },
}

/** Returns the flaws in the output of a command, in words. Examines its text for a terminal, and each report. */
export function flawsIn(
  written: { stdout: string; stderr: string },
  cwd: string,
  files: readonly string[] = Object.keys(looks),
): string[] {
  return [
    ...Object.entries(written).flatMap(([name, text]) => flawOf(name, () => inertText(text))),
    ...files.flatMap((name) => flawOf(name, () => looks[name]?.(readFileSync(join(cwd, name), 'utf8')))),
  ]
}

/** Returns the flaws in the output of a command that need not write every report. */
export function flawsInWritten(written: { stdout: string; stderr: string }, cwd: string): string[] {
  return flawsIn(
    written,
    cwd,
    Object.keys(looks).filter((name) => existsSync(join(cwd, name))),
  )
}

/** The options that make a run write every report. */
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

/**
 * Throws if a text holds characters that a terminal obeys, or traces of an error in the harness itself, such as a stack
 * trace.
 */
const inertText = (text: string): void => {
  const obeyed = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u.exec(text)
  if (obeyed) throw new Error(`holds \\u{${obeyed[0].codePointAt(0)?.toString(16)}} at ${obeyed.index}`)
  const ours = /^\s*at .*[:(]\d|\bundefined\b|\b\w*Error:|\bNaN\b|\[object /m.exec(text)
  if (ours) throw new Error(`says ${ours[0]}`)
}

/** Throws if Markdown has, outside of code, a tag that the report is not made of. */
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

/** Returns the places where a secret appears in the output of a command. The target file itself is not searched. */
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
