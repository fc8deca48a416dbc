import { eachInTurn } from '../../../src/check/cases/given.ts'
import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { otherWallet } from '../../../src/check/needs/need.ts'
import { isSameUrl } from '../../../src/core/urls.ts'
import { writtenWith } from '../../../src/generate/written-json.ts'
import { textIn } from '../../../src/http/answers/shown.ts'
import { fieldsIn } from '../../../src/http/draft.ts'
import { creatingIncomingPayment, creatingQuote } from '../../support/operations.ts'
import { listFirst } from '../../support/walk.ts'

type Place = 'before its own' | 'after its own'

/**
 * JSON leaves open which of two members of one name counts (RFC 8259, section 4), so a server may create something on
 * the wallet of the token, or refuse the body for any reason.
 */
export const otherWalletTwice = refusal<{ otherWallet: typeof otherWallet }, Place>({
  id: 'tokens/other-wallet-creates-beside-its-own',
  title:
    'A token of another wallet cannot create anything on this wallet with a body that names both wallets',
  detects: 'first-wallet-address-authorized',
  on: [creatingQuote, creatingIncomingPayment],
  needs: { otherWallet },
  cases: eachInTurn<Place>('before its own', 'after its own'),
  mutate: (draft, place, needs, { target }) => {
    const own = needs.otherWallet.walletAddress
    const both = place === 'before its own' ? [target.walletAddress, own] : [own, target.walletAddress]
    const text = writtenWith(fieldsIn(draft), ['walletAddress'], (name) =>
      both.map((url) => `${JSON.stringify(name)}:${JSON.stringify(url)}`).join(','),
    )
    return { ...draft, token: needs.otherWallet.token, body: Buffer.from(text), anyRefusal: true }
  },
  alsoControl: (needs, session) => listFirst(session, 'list-outgoing-payments', needs.otherWallet),
  expect: refusedAs('wallet', 'right.wallet.create', (answer, { target }) => {
    const shown = textIn(answer, 'walletAddress')
    return shown !== undefined && !isSameUrl(shown, target.walletAddress)
  }),
})
