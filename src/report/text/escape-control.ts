/** Control and format characters, lone surrogates and line separators, which a terminal obeys instead of showing. */
const obeyed = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Makes a text of a server one line that cannot control a terminal: such characters are shown by their number. */
export function escapeControl(text: string): string {
  return text.replace(obeyed, byNumber)
}

const byNumber = (character: string): string => {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Escapes a text in the same way and cuts it after `most` characters. */
export function shown(text: string, most = 300): string {
  if (text.length <= most) return escapeControl(text)
  return `${escapeControl(text.slice(0, most))}… (${text.length} characters)`
}
