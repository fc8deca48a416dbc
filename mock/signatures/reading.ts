import {
  type InnerList,
  type Item,
  isInnerList,
  type Parameters,
  parseDictionary,
  serializeInnerList,
} from 'structured-headers'
import type { Component } from './base.ts'
import type { Member } from './dictionary.ts'

/**
 * The meaning of one member, as far as it can be guessed. `flaw` says how a readable member breaks RFC 8941 or 9421.
 */
export type Reading<Value> = { ok: true; value: Value; flaw?: string } | { ok: false; reason: string }

/** A member of Signature-Input. */
export interface SignatureInput {
  components: Component[]
  parameters: Parameters
  /** Components and parameters, byte for byte as received. */
  text: string
  /** Components and parameters as RFC 9421, 2.3 serializes them. The text rarely differs. */
  serialized: string
}

export function readInput(member: Member): Reading<SignatureInput> {
  const label = member.key ?? member.text
  const strict = 'value' in member ? inputOf(member.value, member.text) : undefined
  if (strict) return { ok: true, value: strict }
  const guessed = inputOf(withQuotes(member.text), member.text)
  const flaw = `Signature-Input: the components of "${label}" are not in double quotes (RFC 8941, 3.3.3); write ${label}=("@method" …)`
  if (guessed) return { ok: true, value: guessed, flaw }
  return {
    ok: false,
    reason: `Signature-Input: "${label}" is not a list of components in double quotes${because(member)}`,
  }
}

export function readSignature(member: Member): Reading<Uint8Array> {
  const [value] = 'value' in member ? member.value : []
  if (value instanceof ArrayBuffer && value.byteLength > 0) return { ok: true, value: new Uint8Array(value) }
  const found = member.key === undefined ? 'a member without a label' : `"${member.key}"`
  if (/^:[\w-]*[_-][\w-]*={0,2}:$/.test(member.text)) {
    return {
      ok: false,
      reason: `Signature: the value of ${found} is base64url; RFC 8941, 3.3.5, wants base64 with + and /, and with padding`,
    }
  }
  // A signature has at least 64 bytes. Anything shorter may be any word.
  if (!/^[A-Za-z0-9+/]{86,}={0,2}$/.test(member.text)) {
    return {
      ok: false,
      reason: `Signature: the value of ${found} is not base64 between colons${because(member)}`,
    }
  }
  const flaw = `Signature: the value of ${found} is base64 without colons (RFC 8941, 3.3.5); write ${member.key ?? 'LABEL'}=:BASE64:`
  return { ok: true, value: new Uint8Array(Buffer.from(member.text, 'base64')), flaw }
}

const because = (member: Member): string => ('problem' in member ? ` (${member.problem})` : '')

const inputOf = (value: Item | InnerList | undefined, text: string): SignatureInput | undefined => {
  if (!value || !isInnerList(value)) return undefined
  const [items, parameters] = value
  const components = items.flatMap(([name, own]) =>
    typeof name === 'string' ? [{ name, parameters: own }] : [],
  )
  if (components.length < items.length) return undefined
  return { components, parameters, text, serialized: serializeInnerList(value) }
}

/** Reads `(@method authorization);keyid="k"` as if its components were in double quotes. */
const withQuotes = (text: string): Item | InnerList | undefined => {
  const [, names, rest] = /^\(([^()"\\]+)\)(.*)$/s.exec(text) ?? []
  if (names === undefined || rest === undefined) return undefined
  try {
    return parseDictionary(`unquoted=(${names.trim().replace(/[^ ]+/g, '"$&"')})${rest}`).get('unquoted')
  } catch {
    return undefined
  }
}
