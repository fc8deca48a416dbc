import { expect, test } from 'vitest'
import { GrantRefused } from './grant-errors.ts'
import { type LedgerToken, revokeAll } from './ledger.ts'

const grant = { uri: 'https://auth.example/continue/1', token: 'onward' }
const token: LedgerToken = {
  name: 'tokens.full',
  signer: 'otherClient',
  access: [],
  since: 0,
  value: 'old',
  grant,
}

const refused = (doing: string): GrantRefused =>
  new GrantRefused(doing, grant.uri, { status: 401, headers: {}, text: '' } as never)

/** Revokes the token. Its revocation and the end of its grant fail with the given errors. */
const revoked = async (token: LedgerToken, revocation?: Error, end?: Error) => {
  const ended: object[] = []
  const left = await revokeAll(
    { endpoint: 'https://auth.example/', tokens: [token], pending: [] },
    {
      revoke: async () => {
        if (revocation) throw revocation
      },
      cancel: async (one) => {
        ended.push(one)
        if (end) throw end
      },
    },
  )
  return { ended, left }
}

test('if a token cannot be revoked, as a killed process rotated it, its grant is ended instead', async () => {
  const { ended, left } = await revoked(token, refused('the revocation'))
  expect(ended).toEqual([{ name: 'tokens.full', signer: 'otherClient', ...grant }])
  expect(left).toEqual([])
})

test('a grant is left alone if its token was revoked, or if the server did not answer', async () => {
  expect(await revoked(token)).toEqual({ ended: [], left: [] })
  expect(await revoked(token, new Error('no answer'))).toEqual({
    ended: [],
    left: ['tokens.full: no answer'],
  })
})

test('if neither the token nor the grant can be ended, the refused revocation is reported', async () => {
  const { grant: _, ...without } = token
  const told = [expect.stringMatching(/^tokens\.full: .*refused the revocation/)]
  expect((await revoked(token, refused('the revocation'), refused('the end'))).left).toEqual(told)
  expect((await revoked(without, refused('the revocation'))).left).toEqual(told)
})
