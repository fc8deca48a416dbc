import { expect, test } from 'vitest'
import type { RequestDraft } from '../../http/draft.ts'
import { targetAt } from '../../http/testing/target.ts'
import { simplestForm } from '../../target-file/target.ts'
import { signedAsFound } from './signed-as-found.ts'

const target = targetAt('https://wallet.example')
const found = { components: [...simplestForm.components, 'content-type'] }
const draft = { method: 'POST', path: '/quotes' }

test.each([
  ['as found', undefined, { components: found.components }],
  [
    'a check without @method',
    { components: ['authorization'] },
    { components: ['authorization', 'content-type'] },
  ],
  ['one that covers it', { components: ['content-type'] }, { components: ['content-type'] }],
  [
    'exactly these',
    { components: ['@method'], exactly: true as const },
    { components: ['@method'], exactly: true },
  ],
  [
    'a further signature',
    { further: [{ label: 'b', components: ['@method'] }, { label: 'c' }] },
    {
      components: found.components,
      further: [{ label: 'b', components: ['@method', 'content-type'] }, { label: 'c' }],
    },
  ],
])('a request is signed as the server wants it: %s', (_, signing, expected) => {
  const signed = signedAsFound({ target, signing: found }, { ...draft, ...(signing ? { signing } : {}) })
  expect(signed.signing).toEqual(expected)
})

test('an unsigned request stays unsigned', () => {
  expect(signedAsFound({ target, signing: found }, { ...draft, signing: 'none' }).signing).toBe('none')
})

test('a draft’s own parameters gain only those by which the server tells requests apart', () => {
  const parameters = [...target.signing.parameters, 'nonce'] as const
  const as = { target, signing: { parameters: [...parameters] } }
  const signedWith = (signing: RequestDraft['signing']) =>
    signedAsFound(as, { ...draft, ...(signing ? { signing } : {}) }).signing
  expect(signedWith(undefined)).toEqual({ parameters })
  expect(signedWith({ parameters: ['created'] })).toEqual({ parameters: ['created', 'nonce'] })
})
