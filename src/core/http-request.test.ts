import { expect, test } from 'vitest'
import { joinedFields } from './http-request.ts'

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a header called %s is a header like any other',
  (name) => {
    const key = name.toLowerCase()
    expect(Object.entries(joinedFields([[name, ' a ']]))).toEqual([[key, 'a']])
    const fields: Array<[string, string]> = [
      [name, 'a'],
      ['Host', 'b'],
      [key, 'c'],
    ]
    expect(Object.entries(joinedFields(fields))).toEqual([
      [key, 'a, c'],
      ['host', 'b'],
    ])
  },
)
