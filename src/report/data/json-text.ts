/**
 * Writes JSON that can be printed safely. Characters that a terminal obeys and commands that a GitHub runner carries
 * out become numeric escapes. A parser reads the same value.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<=##)\[/gu, byNumber)}\n`
}

const byNumber = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
