import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { uint64Max } from '../core/amount.ts'

/** Creates a validator for schemas of spec/openapi.yaml that reports every flaw of a value. */
export function createValidator(): Ajv2020 {
  return addFormats(new Ajv2020({ strict: false, allErrors: true }))
}

export function addFormats(ajv: Ajv2020): Ajv2020 {
  return ajv
    .addFormat('uint64', isUint64)
    .addFormat('uri', fullFormats.uri)
    .addFormat('date-time', (text) => isStrictlyWritten.test(text) && dateTime.validate(text))
}

/** Accepts decimal digits up to 2^64 - 1. The interface leaves leading zeros open. */
const isUint64 = (text: string): boolean => /^[0-9]{1,64}$/.test(text) && BigInt(text) <= uint64Max

/**
 * Demands what the library does not: RFC 3339, section 5.6, has a T between date and time, and a colon in the offset.
 */
const isStrictlyWritten = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

const dateTime = fullFormats['date-time'] as { validate: (text: string) => boolean }
