import { expect, test } from 'vitest'
import { replacing } from '../../../mock/changes/replacing.ts'
import type { Variant } from '../../../mock/variants/index.ts'
import { loadProfile } from '../../../src/catalogue/profiles.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'
import { inBody } from './token-elsewhere.ts'

test('a token elsewhere is not blamed if the server accepts the request without any token', async () => {
  const only = ['tokens/in-query', 'tokens/in-body']
  const brokenBy = async (fault: string): Promise<string[]> => [
    ...brokenIn(await against({ faults: [fault], only })).keys(),
  ]
  expect(await brokenBy('without-token-present')).not.toContain('token.in-header')
  expect(await brokenBy('token-in-query-taken')).toContain('token.in-header')
})

test('a server may refuse an unknown query parameter before it looks at the token and the signature', async () => {
  const isKnown = (name: string): boolean => name !== 'access_token' && name !== 'op-unknown'
  const strictQueries: Variant = {
    id: 'unknown-parameters-refused-first',
    says: 'A query with an unknown parameter is refused before anything else',
    override: replacing('answers', 'refused', {
      takes: (refusal) =>
        [...(refusal.context?.query.keys() ?? [])].every(isKnown) ? refusal : { ...refusal, status: 400 },
    }),
  }
  const only = ['tokens/in-query', 'tampering/target-uri-added-query']
  const events = await against({ only, further: [strictQueries] })
  expect(Object.fromEntries(brokenIn(events))).toEqual({})
})

test('a token in the body may be refused with any status, because the body has an unknown field', () =>
  expect(inBody.claims(loadProfile('interface'))).not.toContain('errors.401.token-missing'))
