import { expect, test } from 'vitest'
import { replacing } from '../../mock/changes/replacing.ts'
import type { Context } from '../../mock/state/world.ts'
import { against, brokenIn } from '../testing/against-mock.ts'

const inputOf = ({ request }: Context): string => request.headers.get('signature-input') ?? ''

const signatureOf = ({ request }: Context): Buffer =>
  Buffer.from(/=:([^:]*):/.exec(request.headers.get('signature') ?? '')?.[1] ?? '', 'base64')

/** Flaws for which a server or a gateway may refuse a request before it verifies it, and the status. */
const flaws: ReadonlyArray<readonly [flaw: string, status: number, has: (context: Context) => boolean]> = [
  ['a token that HTTP has no form for', 400, ({ authorization = '' }) => /[%"]/.test(authorization)],
  ['credentials for a proxy', 407, ({ request }) => request.headers.get('proxy-authorization') === 'nothing'],
  [
    'a digest that cannot be read',
    400,
    ({ request }) => ['digest', 'repr-digest'].some((name) => request.headers.get(name) === 'nothing'),
  ],
  [
    'a digest of another body',
    400,
    ({ request, verified }) => request.body.length > 0 && !verified.digest().ok,
  ],
  ['a time of creation that is a text', 400, (context) => inputOf(context).includes('created="')],
  ['no key id', 400, (context) => !inputOf(context).includes('keyid')],
  ['a label that stands twice', 400, (context) => /(?:^|, )([^=, ]+)=\(.*, \1=\(/.test(inputOf(context))],
  ['a signature of another length', 400, (context) => signatureOf(context).length !== 64],
]

test('a server may refuse a request for another flaw than the flaw that the check is about', async () => {
  const seen = new Set<string>()
  const variant = {
    id: 'other-flaw-first',
    says: 'Another flaw of the request is noticed first',
    override: replacing('answers', 'refused', {
      takes: (refusal) => {
        const { context } = refusal
        const found = flaws.find(([, , has]) => context && has(context))
        if (!found) return refusal
        seen.add(found[0])
        return { ...refusal, status: found[1] }
      },
    }),
  }
  const only = [
    'tokens/unknown',
    'tokens/altered',
    'signatures/component-of-a-similar-name',
    'signatures/content-digest-of-a-similar-name',
    'signatures/absent-keyid',
    'signature-members/label-twice',
    'signing-keys/hash',
    'signing-keys/public-key-as-secret',
    'tampering/content-digest-line',
    'tampering/parameters',
  ]
  expect([...brokenIn(await against({ only, further: [variant] }))]).toEqual([])
  expect([...seen].sort()).toEqual(flaws.map(([flaw]) => flaw).sort())
})
