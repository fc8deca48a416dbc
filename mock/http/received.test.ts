import { expect, test } from 'vitest'
import { targetUriOf, type WholeRequest } from './received.ts'

const under = (host: string | undefined, publicUrl = 'https://op.example/op') =>
  targetUriOf({ url: '/op/quotes?a=%7e', headers: { host } } as WholeRequest, publicUrl)

test.each([
  ['op.example', 'https://op.example/op/quotes?a=%7e'],
  ['OP.example', 'https://OP.example/op/quotes?a=%7e'],
  ['op.example:443', 'https://op.example:443/op/quotes?a=%7e'],
  ['op.example:80', 'https://op.example/op/quotes?a=%7e'],
  ['another.example', 'https://op.example/op/quotes?a=%7e'],
  [undefined, 'https://op.example/op/quotes?a=%7e'],
])('with the Host header $0 the target URI is $1', (host, uri) => {
  expect(under(host)).toBe(uri)
})
