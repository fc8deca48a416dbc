import { expect, test } from 'vitest'
import { proxyFor } from './proxy.ts'
import type { Variables } from './reading/fill-in.ts'

const url = 'https://wallet.example:8443/op'
const proxy = 'http://proxy.example:3128'

test.each<[string, string, Variables, string | undefined]>([
  ['none set', url, {}, undefined],
  ['HTTPS_PROXY', url, { HTTPS_PROXY: proxy }, proxy],
  ['https_proxy', url, { https_proxy: proxy }, proxy],
  [
    'both, of which the small one counts',
    url,
    { https_proxy: proxy, HTTPS_PROXY: 'http://no.example' },
    proxy,
  ],
  ['an empty one, which counts as none', url, { https_proxy: '', HTTPS_PROXY: proxy }, proxy],
  ['HTTP_PROXY for https', url, { HTTP_PROXY: proxy }, undefined],
  ['HTTP_PROXY for http', 'http://wallet.example', { HTTP_PROXY: proxy }, proxy],
  ['http_proxy for http', 'http://wallet.example', { http_proxy: proxy }, proxy],
  ['one without a scheme', url, { HTTPS_PROXY: 'proxy.example:3128' }, proxy],
])('the proxy is taken from the environment: %s', (_, to, env, expected) => {
  expect(proxyFor(to, env)).toBe(expected)
})

test.each([
  ['*', url, true],
  ['wallet.example', url, true],
  ['WALLET.example', url, true],
  ['.example', url, true],
  ['*.example', url, true],
  ['other.example, wallet.example', url, true],
  ['other.example wallet.example', url, true],
  ['wallet.example:8443', url, true],
  ['wallet.example:443', 'https://wallet.example/op', true],
  ['wallet.example:443', url, false],
  ['let.example', url, false],
  ['wallet.example.org', url, false],
  ['', url, false],
  ['127.0.0.1', 'http://127.0.0.1:80', true],
  ['127.0.0.0/8', 'http://127.0.0.1', true],
  ['10.0.0.0/8', 'http://127.0.0.1', false],
  ['127.0.0.0/99', 'http://127.0.0.1', false],
  ['0.0.1', 'http://127.0.0.1', false],
  ['[::1]:8080', 'http://[::1]:8080', true],
  ['::1', 'http://[::1]:8080', true],
  ['fd00::/8', 'http://[fd00::7]', true],
])('NO_PROXY=%s for %s exempts: %s', (noProxy, to, exempts) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const env = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, [name]: noProxy }
    expect(proxyFor(to, env)).toBe(exempts ? undefined : proxy)
    expect(proxyFor(to, env, 'http://given.example')).toBe(exempts ? undefined : 'http://given.example')
  }
})

test('the error for a proxy that is not an http URL names its variable, but not its value', () => {
  expect(() => proxyFor(url, { https_proxy: 'socks5://me:s3cret@proxy.example' })).toThrow(
    'The variable https_proxy does not hold the http or https URL of a proxy; correct it, unset it, or set proxy in the target file',
  )
})
