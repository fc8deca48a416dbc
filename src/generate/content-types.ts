import fc from 'fast-check'

/** Content types other than application/json, and unusual spellings of it. */
export const contentTypes: readonly string[] = [
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'application/json; charset=none-that-there-is',
  'application/json;;',
  'application/json, text/plain',
  'application/vnd.api+json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/xml',
  'json',
  '*/*',
]

const token = fc.stringMatching(/^[a-z][a-z0-9.+-]{0,15}$/)

export const contentType: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(token, token).map(([type, subtype]) => `${type}/${subtype}`),
  token.map((charset) => `application/json; charset=${charset}`),
  fc.tuple(token, token).map(([name, value]) => `application/json; ${name}=${value}`),
)
