import { parseJson } from '../../core/json.ts'

/** A line of an indented JSON text, with the place of its value as a JSON Pointer. */
export interface JsonLine {
  text: string
  pointer: string
}

/** The greatest depth at which indentation still helps a reader. */
const mostDepth = 30

/**
 * Splits a JSON text into a line for each value. Every token stays as it came, including digits, escapes and duplicate
 * keys. Returns undefined if the text is not JSON or is nested too deeply to be read.
 */
export function jsonLines(text: string): JsonLine[] | undefined {
  if (parseJson(text) === undefined) return undefined
  const tokens = text.match(token) ?? []
  const lines: JsonLine[] = []
  let at = 0
  const put = (depth: number, line: string, pointer: string): void =>
    void lines.push({ text: '  '.repeat(depth) + line, pointer })

  const write = (depth: number, before: string, pointer: string): void => {
    const first = tokens[at++] ?? ''
    const close = closing[first]
    if (close === undefined) put(depth, before + first, pointer)
    else if (tokens[at] === close) put(depth, before + first + tokens[at++], pointer)
    else {
      put(depth, before + first, pointer)
      for (let index = 0; tokens[at - 1] !== close; index++)
        writeMember(depth + 1, first, `${pointer}/`, index)
      put(depth, close, pointer)
    }
  }

  const writeMember = (depth: number, within: string, pointer: string, index: number): void => {
    const name = within === '{' ? tokens[at] : undefined
    if (name !== undefined) at += 2
    write(
      depth,
      name === undefined ? '' : `${name}: `,
      pointer + (name === undefined ? index : JSON.parse(name)),
    )
    const last = lines.at(-1)
    if (tokens[at] === ',' && last) last.text += ','
    at++
  }

  if (depthOf(tokens) > mostDepth) return undefined
  write(0, '', '')
  return lines
}

const closing: Readonly<Record<string, string | undefined>> = { '{': '}', '[': ']' }

const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs

const depthOf = (tokens: readonly string[]): number => {
  let depth = 0
  let deepest = 0
  for (const one of tokens) {
    if (one === '{' || one === '[') depth++
    else if (one === '}' || one === ']') depth--
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
