import { expect, test } from 'vitest'
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

test('a token in the body may be refused with any status, because the body has an unknown field', () =>
  expect(inBody.claims(loadProfile('interface'))).not.toContain('errors.401.token-missing'))
