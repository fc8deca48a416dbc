import type { HttpRequest } from '../../../core/http-request.ts'
import { contentDigest } from '../../../http/request/digest.ts'
import type { Slip } from '../attempt.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

export function methodSlips({ method }: HttpRequest): Slip[] {
  const others = [
    method.toUpperCase(),
    method.toLowerCase(),
    ...methods,
    ...methods.map((name) => name.toLowerCase()),
  ]
  return [...new Set(others)]
    .filter((other) => other !== method)
    .map((other) => ({
      part: 'method',
      cause: 'method',
      says: `it was made for the method ${other}, but the request is a ${method}`,
      apply: (attempt) => ({ ...attempt, message: { ...attempt.message, method: other } }),
    }))
}

export function headerSlips(message: HttpRequest): Slip[] {
  return Object.entries(guesses(message)).flatMap(([name, values]) =>
    values
      .filter(([value]) => value !== message.headers[name] && name in message.headers)
      .map(([value, says]) => ({
        part: 'header',
        cause: name === 'authorization' ? 'token' : name,
        says: `it was made with another ${name}: ${says}`,
        apply: (attempt) => ({
          ...attempt,
          message: { ...attempt.message, headers: { ...attempt.message.headers, [name]: value } },
        }),
      })),
  )
}

type Guesses = Record<string, Array<readonly [value: string, says: string]>>

const guesses = ({ headers, body = new Uint8Array() }: HttpRequest): Guesses => ({
  authorization: authorizations(headers['authorization'] ?? ''),
  'content-digest': (['sha-512', 'sha-256'] as const).flatMap((algorithm) => {
    const digest = contentDigest(body, algorithm)
    const bare = digest.replaceAll(/=:|:$/g, (mark) => mark.replace(':', ''))
    return [
      [digest, `the ${algorithm} digest of this body, ${digest}`],
      [bare, `the ${algorithm} digest of this body without its colons`],
    ] as const
  }),
  'content-type': [
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/json;charset=utf-8', 'application/json;charset=utf-8'],
    ['application/json;charset=UTF-8', 'application/json;charset=UTF-8'],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ],
  'content-length': [
    [String(body.byteLength), `${body.byteLength}, the bytes of this body`],
    [String(Buffer.from(body).toString().length), 'the count of its characters, not of its bytes'],
  ],
})

const authorizations = (value: string): Guesses[string] => {
  const [, scheme = '', credentials = ''] = /^(\S+) +(.*)$/.exec(value) ?? []
  if (credentials === '') return [[`GNAP ${value}`, 'with the scheme GNAP before the token']]
  return [
    [credentials, 'the token without its scheme'],
    ...['GNAP', 'Bearer', scheme.toLowerCase(), scheme.toUpperCase()].map(
      (other) => [`${other} ${credentials}`, `with the scheme ${other}`] as const,
    ),
  ]
}
