import { expect, test } from 'vitest'
import { scriptedSession } from '../check/testing/scripted-session.ts'
import type { RequestDraft } from '../http/draft.ts'
import { targetAt } from '../http/testing/target.ts'
import { demandedParameters } from './demanded-parameters.ts'

const list: RequestDraft = { operation: 'list-outgoing-payments', method: 'GET', path: '/outgoing-payments' }

const parametersOf = ({ signing }: RequestDraft): string[] =>
  typeof signing === 'object' ? (signing.parameters ?? []) : []

/** Asks a server that demands these parameters. */
const asked = (...demanded: string[]) => {
  const { session } = scriptedSession(
    (draft) => (demanded.every((name) => parametersOf(draft).includes(name)) ? 200 : 401),
    { target: targetAt('https://server.example') },
  )
  return demandedParameters(session, list)
}

test.each([
  [['alg'], 'created, keyid, alg'],
  [['nonce'], 'created, keyid, nonce'],
  [['expires', 'nonce'], 'created, keyid, nonce, expires'],
  [['alg', 'nonce'], 'created, keyid, alg, nonce'],
  [['tag'], 'created, keyid, tag'],
])('proposes the signature parameters that a server demands: %j', async (demanded, parameters) => {
  expect(await asked(...demanded)).toMatchObject({
    place: ['signing'],
    next: `set signing: { parameters: [${parameters}] }`,
  })
})

test('proposes nothing if the server refuses the signature for another reason', async () => {
  expect(await asked('unknown')).toBeUndefined()
})
