import { escapeControl, shown } from './text/escape-control.ts'

/**
 * Any text as one piece of code that nothing is read into: no markup, no HTML, no link, no mention, no cell of a table.
 * Between backticks where that is safe, else as HTML in which every sign is written by its number.
 */
export function code(text: string, most?: number): string {
  const line = shown(text, most)
  return /^[^\s`|\\][^`|\\]*$/.test(line) && !/\s$/.test(line) ? `\`${line}\`` : htmlCode(line)
}

/** The same where only HTML is read, and nothing between backticks. */
export function htmlCode(text: string, most?: number): string {
  return `<code>${numbered(shown(text, most))}</code>`
}

/** Words of our own. A name with an at sign, such as a component of a signature, must not become a mention. */
export function escapeMarkdown(text: string): string {
  return escapeControl(text)
    .split(/(@[\w-]+)/)
    .map((part, index) =>
      index % 2 === 0 ? part.replace(/[^\p{L}\p{N}\s.,;:'"()?!/-]/gu, byNumber) : `\`${part}\``,
    )
    .join('')
}

/** Lines as a block of code, which ends where we end it. */
export function block(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Written by its number, a sign is text: it opens nothing. A mail address is broken up, lest it become a link. */
const numbered = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .-]|(?<=www)\./giu, (sign) => (sign === '@' ? '&#64;<!-- -->' : byNumber(sign)))

const byNumber = (sign: string): string => `&#${sign.codePointAt(0)};`

/** As many of them as stay within so many bytes together, and how many are left. */
export function within(most: number, texts: readonly string[]): { shown: string[]; left: number } {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text)
    return bytes > most
  })
  const shown = end < 0 ? [...texts] : texts.slice(0, end)
  return { shown, left: texts.length - shown.length }
}
