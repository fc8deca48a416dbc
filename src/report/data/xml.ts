/** The lines of an element. `documentOf` writes them. */
export type Xml = string[]

export type Attributes = Record<string, string | number>

/** Formats an element with its content: either elements, each on a line of its own, or a text. */
export function element(name: string, attributes: Attributes, content: readonly Xml[] | string = []): Xml {
  const tag = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(`${value}`, inAttribute)}"`),
  ]
  const start = tag.join(' ')
  if (typeof content === 'string') return [`<${start}>${escaped(content, inText)}</${name}>`]
  if (content.length === 0) return [`<${start}/>`]
  return [`<${start}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`]
}

export function documentOf(root: Xml): string {
  return `${['<?xml version="1.0" encoding="UTF-8"?>', ...root].join('\n')}\n`
}

/** Characters that XML 1.0 cannot express even by number: most control characters and lone surrogates. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/**
 * Escapes any text for XML. Line ends that a parser would normalize are written by number, as are line ends and tabs in
 * an attribute.
 */
const escaped = (text: string, special: RegExp): string =>
  text
    .replace(unwritable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)

const inText = /[&<>\r]/g
const inAttribute = /[&<>"\r\n\t]/g
