import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import { reached, scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt } from '../../src/http/testing/target.ts'
import { readAsAnotherWalletToo } from './as-another-wallet.ts'

const token = { name: 'otherWallet.token', value: async () => 'theirs' }
const target = {
  ...targetAt('https://server.example'),
  profile: loadProfile('interface'),
  otherWallet: { token, walletAddress: 'https://server.example/bob' },
}
const quote = { kind: 'quote', id: `${reached.baseUrl}/quotes/1`, shownTo: [] } as const

/** Reads a quote that this token made. Each request gets the status of its token. */
const readMadeBy = async (createdWith: string, theirs: number, own: number) => {
  const { session, log } = scriptedSession((draft) => (draft.token?.name === token.name ? theirs : own), {
    target: target as never,
  })
  await readAsAnotherWalletToo(session, { ...quote, createdWith })
  return { sent: log.sent.length, outcomes: log.observed.map(({ outcome }) => outcome) }
}

test.each([
  ['that is shown to another wallet breaks the rule', 'tokens.full', 200, 200, 2, 'broken'],
  ['that is not shown to another wallet holds it', 'tokens.full', 403, 200, 2, 'held'],
  ['that its own wallet may no longer read shows nothing', 'tokens.full', 200, 404, 1, undefined],
  ['of the other wallet may be read with its token', 'otherWallet.token', 200, 403, 1, undefined],
] as const)('a used quote %s', async (_, createdWith, theirs, own, sent, outcome) => {
  const read = await readMadeBy(createdWith, theirs, own)
  expect([read.sent, read.outcomes[0]]).toEqual([sent, outcome])
})
