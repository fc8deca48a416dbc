import { escapeControl, shown } from './text/escape-control.ts'

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
      index % 2 === 0 ? part.replace(/[^\p{L}\p{N}\s.,;:'"()?!/-]/gu, byNumber) : `\`${part}\``,
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
  text.replace(/[^\p{L}\p{N} .-]|(?<=www)\./giu, (sign) => (sign === '@' ? '&#64;<!-- -->' : byNumber(sign)))

const byNumber = (sign: string): string => `&#${sign.codePointAt(0)};`

/** Returns the first texts that together have at most `most` bytes, and the number of those left. */
export function within(most: number, texts: readonly string[]): { shown: string[]; left: number } {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text)
    return bytes > most
  })
  const shown = end < 0 ? [...texts] : texts.slice(0, end)
  return { shown, left: texts.length - shown.length }
}
