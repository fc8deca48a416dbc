/** Ways to change a value that a server compares, so that it becomes a different one. */
const alter = {
  'its first character altered': (text: string) => alteredAt(text, 0),
  'a character in its middle altered': (text: string) => alteredAt(text, 1 / 2),
  'a character near its end altered': (text: string) => alteredAt(text, 3 / 4),
  'cut at its end': (text: string) =>
    text.slice(0, Math.min(text.length - 1, Math.ceil((text.length * 3) / 4))),
  'cut at its beginning': (text: string) => text.slice(Math.max(1, Math.floor(text.length / 4))),
  'with something behind it': (text: string) => `${text}x7x7`,
  'with something before it': (text: string) => `x7x7${text}`,
  'repeated twice': (text: string) => text + text,
  'in another case': (text: string) => text.replace(/[A-Za-z]/g, inOtherCase),
  'with white space around it': (text: string) => ` ${text} `,
  'with a blank behind it': (text: string) => `${text} `,
  'percent-encoded': (text: string) => text.replace(/[0-9A-Za-z]/, escaped),
  'in full-width characters': (text: string) => text.replace(/[0-9A-Za-z]/g, fullWidth),
}

export type Alteration = keyof typeof alter

export const alterations = Object.keys(alter) as Alteration[]

/** Changes to a part of the value. Only a comparison of the whole value notices all of them. */
export const inPart = [
  'its first character altered',
  'a character near its end altered',
  'cut at its end',
  'cut at its beginning',
  'with something behind it',
  'with something before it',
] as const satisfies readonly Alteration[]

/** Changes to an asset code that a careless comparison does not notice. */
export const nearCodes = [
  'cut at its end',
  'with something behind it',
  'with something before it',
  'in another case',
  'with white space around it',
  'with a blank behind it',
  'in full-width characters',
] as const satisfies readonly Alteration[]

/**
 * Alters a text. The result always differs: if the alteration has no effect, such as another case on digits, the middle
 * is altered instead. Every change affects more than the last character, whose bits may mean nothing in base64.
 */
export function altered(text: string, alteration: Alteration): string {
  const other = alter[alteration](text)
  if (other !== text && other !== '') return other
  const changed = alteredAt(text, 1 / 2)
  return changed === text ? `${text}x7` : changed
}

const inOtherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Unicode has these characters in the same order as ASCII. */
const fullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

/**
 * Changes one digit or letter: the first one from `place` on, which is a fraction of the length. The last character is
 * changed only if there is no other.
 */
const alteredAt = (text: string, place: number): string => {
  const from = Math.floor(text.length * place)
  const at = text.slice(from, -1).search(/[0-9A-Za-z]/)
  const found = at < 0 ? text.search(/[0-9A-Za-z]/) : from + at
  return found < 0 ? text : text.slice(0, found) + nextOfItsClass(text.charAt(found)) + text.slice(found + 1)
}

const classes = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** Returns the next digit or letter. Hexadecimal characters stay hexadecimal. */
export function nextOfItsClass(character: string): string {
  const own = classes.find((members) => members.includes(character)) ?? [character]
  return own[(own.indexOf(character) + 1) % own.length] ?? character
}
