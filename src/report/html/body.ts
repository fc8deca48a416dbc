import { type JsonLine, jsonLines } from '../data/json-lines.ts'
import { cutInWords, shortenedInWords } from '../text/exchange-text.ts'
import { type Html, html, linesOf } from './escape.ts'

/** The largest part of a body, and of each of its lines, that the page shows. report.json has all of it. */
const mostOfBody = 20_000
const mostOfLine = 4000

/** The number of lines shown around a marked place, wherever in the body it is. */
const around = 8

/**
 * Formats a body as it was recorded. JSON gets a line for each value, and the given places are marked. `cut` is the
 * number of characters that the body had, if the record has only its beginning.
 */
export function bodyText(body: string, places: readonly string[], cut: number | undefined): Html {
  const lines = jsonLines(body)
  const all = lines ? withAbsent(lines, places) : undefined
  const isShown = all ? shownAmong(all, places) : []
  const isWhole = all ? isShown.every(Boolean) : body.length <= mostOfBody
  const note = cut !== undefined ? cutInWords(cut) : isWhole ? undefined : shortenedInWords(body.length)
  return html`${all ? linesText(all, isShown, places) : linesOf(body.slice(0, mostOfBody))}${note && html`\n${note}`}`
}

/** Adds a line for each absent member that a place names. */
const withAbsent = (lines: readonly JsonLine[], places: readonly string[]): JsonLine[] =>
  places.reduce<JsonLine[]>(
    (all, place) => {
      const parent = place.slice(0, place.lastIndexOf('/'))
      const end = all.findLastIndex(({ pointer }) => pointer === parent)
      if (end < 0 || all.some(({ pointer }) => pointer === place)) return all
      const indent = /^ */.exec(all[end]?.text ?? '')?.[0] ?? ''
      const absent = { text: `${indent}  (no ${place.slice(parent.length + 1)})`, pointer: place }
      return all.toSpliced(end, 0, absent)
    },
    [...lines],
  )

const isIn = ({ pointer }: JsonLine, places: readonly string[]): boolean =>
  places.some((place) => pointer === place || pointer.startsWith(`${place}/`))

/** Returns true for each line at the beginning of the body or near a marked place. */
const shownAmong = (lines: readonly JsonLine[], places: readonly string[]): boolean[] => {
  const wanted = lines.flatMap((line, index) => (isIn(line, places) ? [index] : []))
  const [first = -1, last = first] = [wanted[0], wanted.at(-1)]
  let length = 0
  return lines.map(({ text }, index) => {
    length += text.length + 1
    return length <= mostOfBody || (first >= 0 && index >= first - around && index <= last + around)
  })
}

const linesText = (
  lines: readonly JsonLine[],
  isShown: readonly boolean[],
  places: readonly string[],
): Html => {
  const parts: Html[] = []
  for (const [index, line] of lines.entries()) {
    if (!isShown[index]) {
      if (isShown[index - 1] !== false) parts.push(html`…`)
      continue
    }
    const text = linesOf(line.text.slice(0, mostOfLine) + (line.text.length > mostOfLine ? '…' : ''))
    parts.push(isIn(line, places) ? html`<mark>${text}</mark>` : text)
  }
  return html`${parts.map((part, index) => (index > 0 ? html`\n${part}` : part))}`
}
