import { createHash } from 'node:crypto'
import { compareNumber, LosslessNumber, parse, stringify } from 'lossless-json'
import { type Amount, uint64Max } from './amounts.ts'

/** A number that a double would alter, stored as its digits. Only `jsonOf` can write it. */
class ExactNumber extends LosslessNumber {
  toJSON(): never {
    throw new HasExactNumber()
  }
}

export function isExactNumber(value: unknown): boolean {
  return value instanceof ExactNumber
}

class HasExactNumber extends Error {}

/**
 * Parses a JSON text and keeps every digit of its numbers. Throws if it is not JSON. If a key occurs twice, the last
 * value counts.
 */
function parsedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return mayAlterNumbers(text) ? parse(text, null, { parseNumber, onDuplicateKey: lastOne }) : value
}

/**
 * Detects text that may contain a number with 16 digits or an exponent. Only such text needs the exact parser:
 * JSON.parse is ten times as fast.
 */
const mayAlterNumbers = (text: string): boolean => /[\s:,[]-?(?:[\d.]{16}|[\d.]+[eE])/.test(text)

const parseNumber = (text: string): number | ExactNumber => {
  const value = Number(text)
  const isKept = Number.isFinite(value) && compareNumber(text, String(value)) === 0
  return isKept ? value : new ExactNumber(text)
}

const lastOne = ({ newValue }: { newValue: unknown }): unknown => newValue

/** Writes a value that may come from `parsedJson`. */
export function jsonOf(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    if (error instanceof HasExactNumber) return stringify(value, undefined, indent) ?? ''
    throw error
  }
}

/** Parses a JSON text in UTF-8. Undefined if the bytes are not one. */
export function parsedBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return parsedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** An own member of a JSON object, never one of its prototype. */
export function member(object: JsonObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * Checks for an unsigned 64-bit integer in decimal digits. Leading zeros are allowed here; a separate guard refuses
 * them.
 */
export function isUint64(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]{1,64}$/.test(value) && BigInt(value) <= uint64Max
}

export function hasLeadingZero(value: unknown): boolean {
  return typeof value === 'string' && /^0[0-9]/.test(value)
}

export const maxAssetScale = 255

export function isScale(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0
}

/** Parses a complete and valid Amount. Undefined if the value is not one. */
export function asAmount(value: unknown): Amount | undefined {
  const { value: units, assetCode, assetScale } = asObject(value) ?? {}
  if (!isUint64(units) || typeof assetCode !== 'string') return undefined
  if (!isScale(assetScale) || assetScale > maxAssetScale) return undefined
  return { value: BigInt(units), assetCode, assetScale }
}

/** Checks for an absolute URI as RFC 3986 defines it. */
export function isUri(text: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]*:[\w.~!$&'()*+,;=:@/?#[\]%-]+$/i.test(text) &&
    !/%(?![0-9a-f]{2})/i.test(text) &&
    URL.canParse(text)
  )
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, including quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** The source expression with which a Content-Security-Policy allows exactly this inline style or script. */
export function hashed(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
}
