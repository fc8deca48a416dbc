import type { AnswerField } from '../../openapi/fields.ts'

/** A way in which a field can be wrong. */
export interface FieldChange {
  name: string
  /** The places where the catalogue may state the broken requirement, the nearest first. See spec/openapi.yaml. */
  places: readonly string[]
  says: string
  /** Returns the wrong value. `undefined` removes the field. */
  put: (right: unknown) => unknown
}

/** The catalogue states this requirement for all optional fields together. */
const optionalNotNull = 'service.optional-fields.not-null'

export function changesOf(field: AnswerField): FieldChange[] {
  const { place, path, schema } = field
  const name = path.at(-1) ?? ''
  const isMember = name !== '' && name !== '[]'
  const types = [schema.type ?? []].flat()
  const type = types.find((each) => each !== 'null')
  return [
    ...(isMember ? [absent(field, name)] : []),
    ...(isMember && !types.includes('null') ? [isNull(field, name)] : []),
    ...(type ? [wrongType(place, name, type)] : []),
    ...violations(field),
  ]
}

const absent = ({ place }: AnswerField, name: string): FieldChange => ({
  name: 'absent',
  places: [`${place}.required`],
  says: `${name} is missing`,
  put: () => undefined,
})

const isNull = ({ place, required }: AnswerField, name: string): FieldChange => ({
  name: 'null',
  places: required ? [place] : [optionalNotNull],
  says: `${name} is null`,
  put: () => null,
})

const otherTypes: Readonly<Record<string, unknown>> = {
  string: 17,
  integer: '2',
  boolean: 'true',
  object: 'text',
  array: {},
}

const wrongType = (place: string, name: string, type: string): FieldChange => ({
  name: 'wrong-type',
  places: [place],
  says: `${name || 'the body'} is ${JSON.stringify(otherTypes[type])} instead of type ${type}`,
  put: () => otherTypes[type],
})

/** Values that each break one keyword of a schema and satisfy the others. */
const breaking: Readonly<Record<string, unknown>> = {
  'format: uri': 'no uri',
  'format: date-time': '2026-01-01 12:00',
  'format: uint64': '-1',
  'minimum: 0': -1,
  'maximum: 255': 256,
  'minLength: 1': '',
  'maxLength: 1023': `test.${'a'.repeat(1100)}`,
  'enum: ilp': 'card',
  'pattern: ^(https|http)://(.+)/incoming-payments/(.+)$': 'https://wallet.example/invoices/1',
  'pattern: ^[A-Za-z0-9_-]+={0,2}$': 'no base64url!',
  'pattern: ^[A-Za-z0-9_-]+$': 'AAECAwQ=',
  'pattern: ^(g|private|example|peer|self|test[1-3]?|local)([.][a-zA-Z0-9_~-]+)+$': 'nowhere',
  'x-should: date-time': '2026-01-01 12:00',
  'x-should: ^[A-Z]{3}$': 'dollar',
  'x-should: ^(g|private|example|peer|self|test[1-3]?|local)([.][a-zA-Z0-9_~-]+)+$': 'nowhere',
}

const violations = ({ place, path, schema }: AnswerField): FieldChange[] => {
  const { 'x-should': should, format, pattern, minimum, maximum, minLength, maxLength } = schema
  const wish = Array.isArray(should) ? undefined : (should?.pattern ?? should?.format)
  const known = schema.enum?.join()
  const demands = { format, minimum, maximum, pattern, minLength, maxLength, enum: known, 'x-should': wish }
  return Object.entries(demands).flatMap(([keyword, value]) => {
    if (value === undefined) return []
    const wrong = breaking[`${keyword}: ${value}`]
    if (wrong === undefined) throw new Error(`No value is known that breaks ${place}.${keyword}: ${value}`)
    return [
      {
        name: `wrong-${keyword}`,
        places: [`${place}.${keyword}`, place],
        says: `${path.at(-1)} is ${shortened(JSON.stringify(wrong))}, which violates ${keyword} ${value}`,
        put: () => wrong,
      },
    ]
  })
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
