/** What can be done to a value that a server compares, so that it is another one. */
export const alterations = [
  'its first part altered',
  'its middle altered',
  'its last part altered',
  'cut at its end',
  'cut at its beginning',
  'with something behind it',
  'with something before it',
  'repeated twice',
  'in another case',
  'with white space around it',
  'percent-encoded',
  'in full-width characters',
] as const

export type Alteration = (typeof alterations)[number]

/** A part of the value, that only a comparison of all of it tells apart. */
export const inPart = [
  'its first part altered',
  'its last part altered',
  'cut at its end',
  'cut at its beginning',
  'with something behind it',
  'with something before it',
] as const satisfies readonly Alteration[]

/** What an asset code can be taken for by whoever compares it carelessly. */
export const nearCodes = [
  'cut at its end',
  'with something behind it',
  'with something before it',
  'in another case',
  'with white space around it',
  'in full-width characters',
] as const satisfies readonly Alteration[]

/**
 * The text altered so; never the same. One that an alteration leaves as it is, such as digits in another case, has its middle
 * altered. What is altered, cut or added is more than the last character, whose bits may mean nothing in base64.
 */
export function altered(text: string, alteration: Alteration): string {
  const other = alter[alteration](text)
  if (other !== text && other !== '') return other
  const changed = alteredAt(text, 1 / 2)
  return changed === text ? `${text}x7` : changed
}

const alter: Readonly<Record<Alteration, (text: string) => string>> = {
  'its first part altered': (text) => alteredAt(text, 0),
  'its middle altered': (text) => alteredAt(text, 1 / 2),
  'its last part altered': (text) => alteredAt(text, 3 / 4),
  'cut at its end': (text) => text.slice(0, Math.min(text.length - 1, Math.ceil((text.length * 3) / 4))),
  'cut at its beginning': (text) => text.slice(Math.max(1, Math.floor(text.length / 4))),
  'with something behind it': (text) => `${text}x7x7`,
  'with something before it': (text) => `x7x7${text}`,
  'repeated twice': (text) => text + text,
  'in another case': (text) => text.replace(/[A-Za-z]/g, inOtherCase),
  'with white space around it': (text) => ` ${text} `,
  'percent-encoded': (text) => text.replace(/[0-9A-Za-z]/, escaped),
  'in full-width characters': (text) => text.replace(/[0-9A-Za-z]/g, fullWidth),
}

const inOtherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Unicode has them beside those of ASCII, in the same order. */
const fullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

/** One digit or letter changed: the first from a place between 0 and 1 on, but not the last character if there is another. */
const alteredAt = (text: string, place: number): string => {
  const from = Math.floor(text.length * place)
  const at = text.slice(from, -1).search(/[0-9A-Za-z]/)
  const found = at < 0 ? text.search(/[0-9A-Za-z]/) : from + at
  return found < 0 ? text : text.slice(0, found) + nextOfItsClass(text.charAt(found)) + text.slice(found + 1)
}

const classes = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** The next digit or letter, hexadecimal ones among themselves. */
export function nextOfItsClass(character: string): string {
  const own = classes.find((members) => members.includes(character)) ?? [character]
  return own[(own.indexOf(character) + 1) % own.length] ?? character
}
