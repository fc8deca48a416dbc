import { type InnerList, type Item, parseDictionary } from 'structured-headers'

/** A member of a dictionary field: parsed if it conforms to RFC 8941, otherwise only its text as received. */
export type Member =
  | { key: string; text: string; value: Item | InnerList }
  | { key?: string; text: string; problem: string }

/** Reads each member of a dictionary field separately, so that a broken one does not hide the others. */
export function membersOf(field: string): Member[] {
  return field.trim() === '' ? [] : split(field).map(readMember)
}

const readMember = (member: string): Member => {
  try {
    const [entry] = parseDictionary(member)
    if (!entry) return { text: '', problem: 'a comma without a member next to it' }
    const [key, value] = entry
    return { key, text: member.slice(key.length + 1), value }
  } catch (error) {
    const [, key, text] = /^([a-z*][a-z0-9_.*-]*)=(.*)$/s.exec(member) ?? []
    return { ...(key !== undefined && { key }), text: text ?? member, problem: objection(error) }
  }
}

/** Splits a field at the commas outside quoted strings. */
const split = (field: string): string[] => {
  const members: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < field.length; at += 1) {
    const character = field[at]
    if (quoted && character === '\\') at += 1
    else if (character === '"') quoted = !quoted
    else if (character === ',' && !quoted) {
      members.push(field.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...members, field.slice(start).trim()]
}

/** The parser's message without its prefix, such as `Expected a digit (0-9) at offset 7`. */
const objection = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^Parse error: /, '') : String(error)
