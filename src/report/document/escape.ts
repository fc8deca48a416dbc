import { escapeLines, shown } from '../text/printable.ts'

const safe = Symbol('safe')

/** HTML that the harness itself made. Everything else is escaped before it becomes part of a page. */
export interface Html {
  readonly [safe]: string
}

export type Value = Html | string | number | false | undefined | readonly Value[]

/** The longest text, in characters, that a page shows whole, unless it is a block. */
const most = 4000

/**
 * Builds a piece of a page. Every value is inserted as text, in elements and attributes alike, unless this function
 * made it: markup is escaped, and characters that a screen would obey are shown by their number.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  return {
    [safe]: literals.reduce((before, literal, index) => before + written(values[index - 1]) + literal),
  }
}

/** Escapes a text of several lines, for a `pre`. */
export function linesOf(text: string): Html {
  return {
    [safe]: escaped(escapeLines(text)),
  }
}

/**
 * Inserts the harness's own style or script unescaped. The policy of the page names them by their digest. Throws an
 * Error if the text could end its element early.
 */
export function verbatim(text: string): Html {
  if (/<\/|<!--/.test(text)) throw new Error('a style or script would end before its end')
  return { [safe]: text }
}

export function documentOf(page: Html): string {
  return `${page[safe]}\n`
}

const written = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escaped(shown(value, most))
  if (typeof value === 'number') return String(value)
  return safe in value ? value[safe] : value.map(written).join('')
}

const escaped = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
