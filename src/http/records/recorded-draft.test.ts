import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import type { Signing } from '../../target-file/target.ts'
import type { RequestDraft, Tamper } from '../draft.ts'
import { build } from '../request/message.ts'
import { sign } from '../request/sign.ts'
import { plainSigning, targetAt, testKey } from '../testing/target.ts'
import { draft, ok, post, wired } from '../testing/wired.ts'
import { canBeSignedAgain, redraft } from './recorded-draft.ts'

/** Sends and records a request, and makes the same request again from its record. */
const twice = async (sent: RequestDraft, tamper?: Tamper) => {
  const { wire, events, url } = await wired(ok)
  await wire.send('a/b', sent, tamper)
  const [event] = events
  if (!event) throw new Error('nothing was recorded')
  const target = targetAt(url)
  const again = redraft(event.request, target, url)
  const signing = { ...plainSigning, ...(again.draft.signing as Partial<Signing>) }
  const { base, message } = await sign(await build(again.draft, target), signing, new Date(event.at))
  return { recorded: event.request, base, message: again.tamper ? again.tamper(message) : message }
}

const onto = (change: Partial<HttpRequest>) => ({
  over: (message: HttpRequest) => ({ ...message, ...change }),
})

test.each<[string, RequestDraft]>([
  ['of another method', { ...post, signing: onto({ method: 'PUT' }) }],
  ['of another target URI', { ...draft, signing: onto({ url: 'https://other.example/quotes/1' }) }],
  [
    'over another digest',
    {
      ...post,
      signing: {
        over: (message) => ({
          ...message,
          headers: { ...message.headers, 'content-digest': 'sha-512=:AAAA:' },
        }),
      },
    },
  ],
  ['without a key id', { ...draft, signing: { parameters: ['created'] } }],
  ['under another key id', { ...draft, signing: { values: { keyid: 'other' } } }],
  [
    'with another alg',
    { ...draft, signing: { parameters: ['created', 'keyid', 'alg'], values: { alg: 'rsa-pss-sha512' } } },
  ],
  [
    'with another tag',
    { ...draft, signing: { parameters: ['created', 'keyid', 'tag'], values: { tag: 'authorization' } } },
  ],
])('a signature %s is made again with the same defect', async (_, sent) => {
  const { recorded, base, message } = await twice(sent)
  const token = /GNAP \[.*?\]/
  expect(base.replace(/GNAP .*/, '')).toBe(recorded.signing?.base.replace(token, ''))
  expect([message.method, message.url]).toEqual([recorded.method, recorded.url])
  expect(message.headers['content-digest']).toBe(recorded.headers['content-digest'])
})

test('a header taken away after signing is taken away again', async () => {
  const { base, message } = await twice(
    post,
    ({ headers: { 'content-digest': _, ...headers }, ...rest }) => ({
      ...rest,
      headers,
    }),
  )
  expect(base).toContain('"content-digest": sha-512=:')
  expect(message.headers).not.toHaveProperty('content-digest')
})

test.each<[string, RequestDraft, Tamper | undefined]>([
  [
    'its signature',
    draft,
    (message) => ({ ...message, headers: { ...message.headers, signature: 'sig1=::' } }),
  ],
  ['its signature', { ...draft, headers: { signature: 'sig1=:AAAAAAAAAAAA:' }, signing: 'none' }, undefined],
  [
    'the authorization header that it was signed over',
    {
      ...draft,
      signing: { over: (message) => ({ ...message, headers: { authorization: 'GNAP another-token' } }) },
    },
    undefined,
  ],
])('says what a record does not contain: %s', async (what, sent, tamper) => {
  await expect(twice(sent, tamper)).rejects.toThrow(
    `The record does not contain ${what}, which the check altered`,
  )
})

test('a key that the target file does not give is named', async () => {
  const key = { ...testKey, name: 'a key never registered' }
  await expect(twice({ ...draft, signing: { key } })).rejects.toThrow('signed by a key never registered')
})

test.each(['a key never registered', 'the JWK', 'the public key in PEM', 'nothing'])(
  'a request signed with %s cannot be signed again',
  async (name) => {
    const { wire, events } = await wired(ok)
    await wire.send('a/b', { ...draft, signing: { key: { ...testKey, name } } })
    await wire.send('a/b', draft)
    expect(events.map(({ request }) => canBeSignedAgain(request))).toEqual([false, true])
  },
)
