import { expect, test } from 'vitest'
import { readCurlWords } from './curl-words.ts'

const files: Record<string, string> = { 'body.json': '{\r\n"a": 1\n}\n' }

const read = async (...words: string[]) => {
  const { body, ...rest } = await readCurlWords(words, async (path) => Buffer.from(files[path] ?? ''))
  return { ...rest, ...(body ? { body: String(body) } : {}) }
}

const url = 'https://wallet.example/op/quotes'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test.each<[words: string[], request: object]>([
  [[url], { method: 'GET', url, headers: {} }],
  [['--url', url, '-X', 'DELETE'], { method: 'DELETE', url, headers: {} }],
  [['-I', url], { method: 'HEAD', url, headers: {} }],
  [['-d', 'a=1', url], { method: 'POST', url, headers: form, body: 'a=1' }],
  [['-da=1', '--data', 'b=2', url], { method: 'POST', url, headers: form, body: 'a=1&b=2' }],
  [['-d', '@body.json', url], { method: 'POST', url, headers: form, body: '{"a": 1}' }],
  [['--data-binary', '@body.json', url], { method: 'POST', url, headers: form, body: '{\r\n"a": 1\n}\n' }],
  [['--data-raw', '@body.json', url], { method: 'POST', url, headers: form, body: '@body.json' }],
  [
    ['--json', '{"a":', '--json', '1}', url],
    {
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"a":1}',
    },
  ],
  [
    ['-XPUT', '-d', '{}', '-HContent-Type: application/json', url],
    { method: 'PUT', url, headers: { 'content-type': 'application/json' }, body: '{}' },
  ],
  [['-d', '{}', '-H', 'content-type:', url], { method: 'POST', url, headers: {}, body: '{}' }],
  [
    ['-H', 'X-A: 1', '-H', 'x-a: 2', '-H', 'X-Empty;', url],
    { method: 'GET', url, headers: { 'x-a': '1, 2', 'x-empty': '' } },
  ],
  [
    ['-G', '-d', 'first=10', '-d', 'cursor=a%2Fb', url],
    { method: 'GET', url: `${url}?first=10&cursor=a%2Fb`, headers: {} },
  ],
  [['-G', '-d', 'first=10', `${url}?x=1#y`], { method: 'GET', url: `${url}?x=1&first=10`, headers: {} }],
  [
    ['-sSvi', '-o', 'out.txt', '--max-time', '5', url, '-A', 'me'],
    { method: 'GET', url, headers: { 'user-agent': 'me' } },
  ],
  [['-sXPOST', url], { method: 'POST', url, headers: {} }],
  [['127.0.0.1:8080?a=1'], { method: 'GET', url: 'http://127.0.0.1:8080/?a=1', headers: {} }],
  [['-s', '--', url], { method: 'GET', url, headers: {} }],
])('curl %j is read as a request', async (words, request) => expect(await read(...words)).toEqual(request))

test.each<[words: string[], message: string]>([
  [[], 'does not name a URL; name the URL of the request'],
  [[url, url], 'names more than one URL; name the URL of the request'],
  [['--reqest', 'POST', url], 'has the option --reqest, which is not supported; did you mean "--request"?'],
  [['-F', 'a=b', url], 'has the option -F, which is not supported; remove it, or give the request as a file'],
  [
    ['-sF', 'a=b', url],
    'has the option -F, which is not supported; remove it, or give the request as a file',
  ],
  [
    ['-u', 'me:secret', url],
    'has -u, which sets the Authorization header; write that header with -H instead',
  ],
  [[url, '-H'], 'has no value after -H; add its value'],
  [['-H', 'Authorization', url], "has a -H that is not a header; write -H 'NAME: VALUE'"],
  [['-H', '@headers.txt', url], "has a -H that is not a header; write -H 'NAME: VALUE'"],
  [
    ['ftp://wallet.example/'],
    'names a URL that cannot be signed; give an http or https URL with escaped spaces, without user and password',
  ],
  [
    ['https://me:pw@wallet.example/'],
    'names a URL that cannot be signed; give an http or https URL with escaped spaces, without user and password',
  ],
  [
    ['https://wallet.example/a/../b'],
    'names a URL with /./ or /../, which curl resolves; give the URL as it is sent',
  ],
])('curl %j is refused', async (words, message) =>
  expect(read(...words)).rejects.toMatchObject({
    code: 'ERR_CURL_WORDS',
    message: `The curl command ${message}`,
  }),
)
