import { type Parameters, parseItem } from 'structured-headers'
import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../core/request.ts'
import { identity, signatureBase } from './base.ts'

const component = (text: string): { name: string; parameters: Parameters } => {
  const [name, parameters] = parseItem(text)
  return { name: String(name), parameters }
}

const get = (targetUri: string, headers: Record<string, string> = {}): ReceivedRequest => ({
  method: 'GET',
  targetUri,
  headers: new Map(Object.entries(headers)),
  body: new Uint8Array(),
})

const fields = get('https://www.example.com/', {
  'x-empty-header': '',
  'cache-control': 'max-age=60, must-revalidate',
  'example-dict': 'a=1,    b=2;x=1;y=2,   c=(a   b    c), d',
  'example-header': 'value, with, lots, of, commas',
  'example-list': '"a",  b;q=1.0,   (c  d)',
  'user-agent': '(((',
})
const path = get('https://www.example.com/path?param=value&foo=bar&baz=batman&qux=&two=1&two=2')
const parameters = get(
  'https://www.example.com/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&marks=(it%27s~!)',
)
const escapes = get('HTTPS://user@Example.COM:443/a/../%7e//b;c?q=%7E+1')

/** Most cases are the examples of RFC 9421, 2.1 and 2.2. */
test.each([
  [fields, '"x-empty-header"', ''],
  [fields, '"cache-control"', 'max-age=60, must-revalidate'],
  [fields, '"example-dict"', 'a=1,    b=2;x=1;y=2,   c=(a   b    c), d'],
  [fields, '"example-dict";sf', 'a=1, b=2;x=1;y=2, c=(a b c), d'],
  [fields, '"example-dict";key="a"', '1'],
  [fields, '"example-dict";key="d"', '?1'],
  [fields, '"example-dict";key="b"', '2;x=1;y=2'],
  [fields, '"example-dict";key="c"', '(a b c)'],
  [fields, '"example-list";sf', '"a", b;q=1, (c d)'],
  [fields, '"example-header";bs', ':dmFsdWUsIHdpdGgsIGxvdHMsIG9mLCBjb21tYXM=:'],
  [path, '"@method"', 'GET'],
  [path, '"@scheme"', 'https'],
  [path, '"@authority"', 'www.example.com'],
  [path, '"@path"', '/path'],
  [path, '"@query"', '?param=value&foo=bar&baz=batman&qux=&two=1&two=2'],
  [path, '"@query-param";name="baz"', 'batman'],
  [path, '"@query-param";name="qux"', ''],
  [parameters, '"@query-param";name="var"', 'this%20is%20a%20big%0Amultiline%20value'],
  [parameters, '"@query-param";name="bar"', 'with%20plus%20whitespace'],
  [parameters, '"@query-param";name="fa%C3%A7ade%22%3A%20"', 'something'],
  [parameters, '"@query-param";name="marks"', '%28it%27s%7E%21%29'],
  [escapes, '"@target-uri"', 'HTTPS://user@Example.COM:443/a/../%7e//b;c?q=%7E+1'],
  [escapes, '"@scheme"', 'https'],
  [escapes, '"@authority"', 'example.com'],
  [escapes, '"@path"', '/a/../%7e//b;c'],
  [escapes, '"@request-target"', '/a/../%7e//b;c?q=%7E+1'],
  [get('http://example.com:8080'), '"@authority"', 'example.com:8080'],
  [get('http://example.com'), '"@path"', '/'],
  [get('http://example.com'), '"@query"', '?'],
  [get('http://example.com?a'), '"@request-target"', '/?a'],
])('the component $1 has the value $2', (request, text, value) => {
  expect(signatureBase(request, [component(text)], '()')).toEqual({
    ok: true,
    base: `${text}: ${value}\n"@signature-params": ()`,
  })
})

test.each([
  [fields, '"x-missing"', '"x-missing" is covered, but the request has no such header'],
  [fields, '"Cache-Control"', '"Cache-Control" must be written in lower case'],
  [
    fields,
    '"cache-control";req',
    '"cache-control";req has the parameter req, which is not allowed for a request header',
  ],
  [fields, '"example-dict";bs;sf', '"example-dict";bs;sf combines bs with sf or key'],
  [fields, '"example-dict";key="z"', '"example-dict";key="z" is covered, but that header has no such member'],
  [fields, '"example-dict";key', '"example-dict";key is covered, but that header has no such member'],
  [
    fields,
    '"user-agent";sf',
    '"user-agent";sf is covered, but that header is not a structured field of its kind',
  ],
  [path, '"@status"', '"@status" is not a component of a request'],
  [path, '"@signature-params"', '"@signature-params" is not a component of a request'],
  [path, '"@method";req', '"@method";req has a parameter that "@method" does not allow'],
  [path, '"@query-param"', '"@query-param" must have exactly one parameter, the string "name"'],
  [
    path,
    '"@query-param";name="no"',
    '"@query-param";name="no" is covered, but the query has no such parameter',
  ],
  [
    path,
    '"@query-param";name="two"',
    '"@query-param";name="two" is covered, but the query has 2 such parameters',
  ],
  [get('http://a.example', { x: 'a\n"@method": POST' }), '"x"', '"x" contains a line break'],
])('the component $1 has no value: $2', (request, text, reason) => {
  expect(signatureBase(request, [component(text)], '()')).toEqual({ ok: false, reason })
})

test('the identity of a component depends on its parameters, but not on their order', () => {
  expect(identity(component('"a";sf;key="x"'))).toBe(identity(component('"a";key="x";sf')))
  expect(identity(component('"a";key="x"'))).not.toBe(identity(component('"a";key="y"')))
})
