import { expect, test } from 'vitest'
import { ExchangeFailed, failureOf, incompleteness } from './failure.ts'

const coded = (code: string, message = 'secret words of a library'): Error =>
  Object.assign(new Error(message), { code })

test.each([
  [new ExchangeFailed('timeout', 'no complete response'), 'timeout', 'no complete response'],
  [coded('UND_ERR_CONNECT_TIMEOUT'), 'timeout', 'the connection could not be made in time'],
  [coded('ECONNREFUSED'), 'refused', 'nothing accepts connections there (ECONNREFUSED)'],
  [coded('EHOSTUNREACH'), 'refused', 'nothing accepts connections there (EHOSTUNREACH)'],
  [coded('ENOTFOUND'), 'dns', 'the host name is unknown (ENOTFOUND)'],
  [coded('EAI_AGAIN'), 'dns', 'the host name is unknown (EAI_AGAIN)'],
  [
    coded('CERT_HAS_EXPIRED'),
    'certificate',
    'the certificate of the server is not trusted (CERT_HAS_EXPIRED)',
  ],
  [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', 'the TLS handshake failed (ERR_SSL_WRONG_VERSION_NUMBER)'],
  [coded('ECONNRESET'), 'reset', 'the connection was closed before the response was complete'],
  [
    coded('UND_ERR_SOCKET', 'bad response'),
    'protocol',
    'the server sent an unexpected response (1xx, or before the request)',
  ],
  [coded('HPE_INVALID_CONSTANT'), 'protocol', 'the response is not HTTP/1.1 (HPE_INVALID_CONSTANT)'],
  [coded('EWHATEVER'), 'protocol', 'the exchange failed (EWHATEVER)'],
  [
    Object.assign(new Error('Expected HTTP/'), { name: 'HTTPParserError' }),
    'protocol',
    'the response is not HTTP/1.1 (HPE_INVALID_CONSTANT)',
  ],
  [coded('UND_ERR_DESTROYED'), 'interrupted', 'the run was interrupted before the response was complete'],
  ['no error at all', 'protocol', 'the exchange failed (no code)'],
])('classifies %s as the failure %s', (error, code, message) => {
  expect(failureOf(error)).toEqual({ code, message })
})

test('a failure reports the first of the errors of several addresses', () => {
  expect(failureOf(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])).code).toBe('refused')
})

test.each([
  [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), '10', 'ended after 2 of 10 bytes'],
  [
    Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    '10',
    'ended after 2 of 10 bytes',
  ],
  [coded('HPE_INVALID_CHUNK_SIZE'), undefined, 'is not framed as announced after 2 bytes'],
  [coded('ECONNRESET'), '10', undefined],
  [new ExchangeFailed('timeout', 'no complete response'), '10', undefined],
])('a body is incomplete only if the server ended it: %s', (error, announced, how) => {
  expect(incompleteness(error, 2, announced)).toBe(how)
})

test('a host that becomes unreachable after the connection was made may have carried out the request', () => {
  const error = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' })
  expect(failureOf(error).code).toBe('reset')
  expect(failureOf({ ...error, syscall: 'connect' }).code).toBe('refused')
})
