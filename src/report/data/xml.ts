/** An element, or a text that stands by itself; written by `documentOf`. */
export type Xml = string[]

export type Attributes = Record<string, string | number>

/** An element with what is in it: elements, each on a line of its own, or a text. */
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

/** Characters that XML 1.0 has no way to write, not even by number: most controls, lone surrogates. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Any text as XML takes it. A parser would make other line ends of these, and spaces of those in an attribute. */
const escaped = (text: string, special: RegExp): string =>
  text
    .replace(unwritable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)

const inText = /[&<>\r]/g
const inAttribute = /[&<>"\r\n\t]/g
