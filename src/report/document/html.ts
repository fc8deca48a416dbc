import { escapeLines, shown } from '../text/printable.ts'
import type { Mark, Picture, Share } from './document.ts'

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
  return { [safe]: escaped(escapeLines(text)) }
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

/** Draws a picture. Without an axis, the picture may be wider than the screen, so its frame scrolls. */
export function pictureOf(picture: Picture, within: string): Html {
  const { key = [], axis } = picture
  const legend =
    key.length > 0 &&
    html`<ul class="legend">${key.map(([kind, name]) => html`<li><i class="${kind}"></i>${name}</li>`)}</ul>\n`
  if (axis)
    return html`${legend}${drawn(picture, true)}
<p class="axis" aria-hidden="true">${axis.map((text) => html`<span>${text}</span>`)}</p>\n`
  if (picture.label === undefined) return html`${legend}${drawn(picture)}\n`
  return html`${legend}<div class="frame" role="region" aria-label="Picture: ${within}" tabindex="0">${drawn(picture)}</div>\n`
}

const drawn = ({ label, width, height, marks, line }: Picture, isStretched = false): Html => {
  const size = isStretched
    ? html` preserveAspectRatio="none" height="${height}"`
    : html` width="${width}" height="${height}"`
  const named =
    label === undefined
      ? html` aria-hidden="true" focusable="false"`
      : html` role="img" aria-label="${label}"`
  return html`<svg class="picture" viewBox="0 0 ${width} ${height}"${size}${named}>${marks.map(markOf)}${
    line && html`<path d="${stepsOf(line)}"/>`
  }</svg>`
}

const markOf = ({ kind, x, y, width, height, title }: Mark): Html =>
  html`<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}"><title>${title}</title></rect>\n`

const stepsOf = (points: NonNullable<Picture['line']>): string =>
  points.map(([x, y], index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')

/** Draws shares of a whole as a bar, which is hidden from those who read the text beside it. */
export function barOf(shares: readonly Share[]): Html {
  const whole = shares.reduce((sum, { count }) => sum + count, 0)
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, { count }) => sum + count, 0))
  return html`<svg class="bar" viewBox="0 0 ${Math.max(whole, 1)} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${shares.map(
    ({ kind, count }, index) =>
      count > 0 && html`<rect class="${kind}" x="${starts[index]}" y="0" width="${count}" height="1"/>`,
  )}</svg>`
}
