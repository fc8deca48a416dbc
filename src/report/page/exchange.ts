import type { ExchangeEvent } from '../../core/events.ts'
import { type Block, folded, type Section, section } from '../document/document.ts'
import { type JsonLine, jsonLines } from '../findings/places.ts'
import { answerHead, curlOf, cutInWords, requestHead, shortenedInWords } from '../text/exchange-text.ts'

/** The longest command, in characters, that shells accept. */
const mostOfCommand = 100_000

export interface MarkedExchange {
  title: string
  exchange: ExchangeEvent
  /** The places that are marked in the bodies, as JSON Pointers. */
  inRequest?: readonly string[]
  inResponse?: readonly string[]
}

/** Shows an exchange as it was recorded, folded, with its request as a curl command. */
export function exchangeSection({ title, exchange, inRequest, inResponse }: MarkedExchange): Section {
  const { request, response } = exchange
  const curl = curlOf(request)
  return folded(
    title,
    section('Request', message(requestHead(request, mostOfLine), request.body, inRequest)),
    section('Response', message(answerHead(exchange, mostOfLine), response?.body, inResponse, response?.cut)),
    ...(request.signing ? [section('Signature base', { kind: 'code', text: request.signing.base })] : []),
    ...(curl.length <= mostOfCommand
      ? [
          section('As curl, with digests in place of secrets', {
            kind: 'code',
            text: curl,
            copies: 'Copy as curl',
          }),
        ]
      : []),
  )
}

/** The largest part of a body, and of each of its lines, that is shown. report.json has all of it. */
const mostOfBody = 20_000
const mostOfLine = 4000

/** The number of lines shown around a marked place, wherever in the body it is. */
const around = 8

/**
 * Shows a message as it was recorded. A JSON body gets a line for each value, and the given places are marked. `cut` is
 * the number of characters that the body had, if the record has only its beginning.
 */
const message = (head: string, body = '', places: readonly string[] = [], cut?: number): Block => {
  if (body === '') return { kind: 'code', text: head }
  const lines = jsonLines(body)
  const all = lines ? withAbsent(lines, places) : body.slice(0, mostOfBody).split('\n').map(unmarked)
  const isShown = lines ? shownAmong(all, places) : all.map(() => true)
  const isWhole = lines ? isShown.every(Boolean) : body.length <= mostOfBody
  const note = cut !== undefined ? [cutInWords(cut)] : isWhole ? [] : [shortenedInWords(body.length)]
  const shown = [...linesOf(all, isShown, places), ...note.map(unmarked)]
  const above = head.split('\n').length + 1
  return {
    kind: 'code',
    text: [head, '', ...shown.map(({ text }) => text)].join('\n'),
    marked: shown.flatMap(({ isMarked }, at) => (isMarked ? [above + at] : [])),
  }
}

interface ShownLine {
  text: string
  isMarked: boolean
}

const unmarked = (text: string): JsonLine & ShownLine => ({ text, pointer: '', isMarked: false })

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

/** Replaces each run of lines that are not shown by one ellipsis. */
const linesOf = (
  lines: readonly JsonLine[],
  isShown: readonly boolean[],
  places: readonly string[],
): ShownLine[] =>
  lines.flatMap((line, index) => {
    if (!isShown[index]) return isShown[index - 1] === false ? [] : [unmarked('…')]
    const text = line.text.slice(0, mostOfLine) + (line.text.length > mostOfLine ? '…' : '')
    return [{ text, isMarked: isIn(line, places) }]
  })
