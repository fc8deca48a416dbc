import { escapeControl, shown } from '../text/escape-control.ts'

const safe = Symbol('safe')

/** HTML of our own making. Nothing else becomes part of a page without being escaped. */
export interface Html {
  readonly [safe]: string
}

export type Value = Html | string | number | false | undefined | readonly Value[]

/** The longest text that a page shows whole, unless it is a block. */
const most = 4000

/**
 * A piece of a page. Whatever is put into it is text, in an element and in an attribute alike, unless it was made by
 * this very function: markup is escaped, and what a screen obeys instead of showing it is shown by its number.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  return {
    [safe]: literals.reduce((before, literal, index) => before + written(values[index - 1]) + literal),
  }
}

/** A text of several lines, for a `pre`. */
export function linesOf(text: string): Html {
  return {
    [safe]: text.replace(/[^\n\t]+/g, (line) => escaped(escapeControl(line))),
  }
}

/** Our own style and script, which the policy of the page names by their digest. */
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
