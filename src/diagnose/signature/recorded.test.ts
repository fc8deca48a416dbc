import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../core/events.ts'
import { sign } from '../../http/request/sign.ts'
import { plainSigning } from '../../http/testing/target.ts'
import { explainRecorded } from './recorded.ts'
import { body, created, quote } from './testing/signed.ts'

const record = async (components = plainSigning.components): Promise<RecordedRequest> => {
  const {
    message,
    label,
    components: covered,
    base,
  } = await sign(quote, { ...plainSigning, components }, created)
  const { method, url, headers } = message
  const signing = { key: 'signing', keyId: 'test-key-ed25519', label, components: covered, base }
  return { method, url, headers, body, signing }
}

const whole = await record()
const { 'content-digest': digest = '', ...undigested } = whole.headers

test('a request sent as it was signed shows its base and no flaw', () => {
  const { signed, received, flaw } = explainRecorded(whole)
  expect(flaw).toBeUndefined()
  expect(signed).toBe(whole.signing?.base)
  expect(received).toBe(signed)
})

test.each<[what: string, request: RecordedRequest, sentence: string]>([
  [
    'sent to another URL',
    { ...whole, url: `${quote.url}/`, altered: ['url'] },
    `The signed request differs from the sent request: "@target-uri": ${quote.url} when it was signed, "@target-uri": ${quote.url}/ when it was sent.`,
  ],
  [
    'a digest put in later',
    {
      ...whole,
      headers: { ...whole.headers, 'content-digest': 'sha-512=:AAAA:' },
      altered: ['content-digest'],
    },
    `The signed request differs from the sent request: "content-digest": ${digest} when it was signed, "content-digest": sha-512=:AAAA: when it was sent.`,
  ],
  [
    'a digest taken away',
    { ...whole, headers: undigested, altered: ['content-digest'] },
    'The signature covers "content-digest", but the request has no such header; send it as it was signed.',
  ],
  [
    'another body',
    { ...whole, body: `${body}\n`, altered: ['body'] },
    'which is that of the same without the line break at its end; compute it over the exact bytes that are sent.',
  ],
  [
    'the token uncovered',
    await record(['@method', '@target-uri', 'content-digest']),
    'The signature does not cover "authorization".',
  ],
  [
    'a header that is not covered',
    { ...whole, altered: ['signature-input'] },
    'Changed after it was signed: signature-input.',
  ],
])('reports %s', (_, request, sentence) => expect(explainRecorded(request).flaw).toContain(sentence))

test('a request that was sent unsigned has no base', () => {
  const { signing: _, ...unsigned } = whole
  expect(explainRecorded(unsigned)).toEqual({ flaw: 'The request was sent unsigned.' })
})
