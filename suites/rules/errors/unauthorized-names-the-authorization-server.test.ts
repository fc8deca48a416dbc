import { expect, test } from 'vitest'
import { authorizationServerIn } from './unauthorized-names-the-authorization-server.ts'

test.each([
  ['GNAP as_uri=https://auth.wallet.example', true],
  ['GNAP as_uri="https://auth.wallet.example/path?a=b"', true],
  ['gnap AS_URI=https://auth.wallet.example', true],
  ['GNAP realm="x", as_uri="https://auth.wallet.example", referrer="y"', true],
  ['GNAP  as_uri = "https://auth.wallet.example"', true],
  ['Bearer realm="x", GNAP as_uri=https://auth.wallet.example', true],
  ['GNAP as_uri=https://auth.wallet.example, Bearer realm="x"', true],
  ['GNAP error="invalid", error_description="see as_uri=...", as_uri=https://auth.wallet.example', true],
  ['GNAP realm="my as_uri= \\"wallet\\"", as_uri="https://auth.wallet.example"', true],
  [
    'Bearer realm="no, GNAP as_uri=nothing \\"x\\"", Basic realm="a=b, GNAP", gnap as_uri="https://a.example"',
    true,
  ],
  ['Bearer realm="a, GNAP as_uri=https://not.example/x"', false],
  ['GNAP realm="x", Bearer as_uri=https://auth.wallet.example', false],
  ['GNAP', false],
  ['GNAP as_uri=', false],
  ['GNAP as_uri=/auth', false],
  ['GNAP as_uri=auth.wallet.example', false],
  ['Bearer as_uri=https://auth.wallet.example', false],
  ['GNAP not_as_uri=https://auth.wallet.example', false],
  ['https://auth.wallet.example', false],
  ['', false],
])('%j names an authorization server: %s', (header, expected) => {
  expect(authorizationServerIn(header) !== undefined).toBe(expected)
})

test.each([
  'GNAP as_uri=https://auth.wallet.example/tx;access=FWWIKYBQ6U56NL1;referrer=https://client.example',
  'GNAP as_uri="https://auth.wallet.example/tx";access="FWWIKYBQ6U56NL1"',
  'GNAP access=FWWIKYBQ6U56NL1;as_uri=https://auth.wallet.example/tx',
])('the authorization server in %s ends before the other parameters', (header) => {
  expect(authorizationServerIn(header)).toBe('https://auth.wallet.example/tx')
})
