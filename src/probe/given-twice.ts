import { allTokenKinds, isLimited, tokenPlace } from '../core/token-kinds.ts'
import { isSameUrl } from '../core/urls.ts'
import type { Credential, Target } from '../target-file/target.ts'
import type { Contradiction } from './prober.ts'

/**
 * Finds values that stand in two places of the target file and can be right only in one. The map names the key that is
 * not believed.
 */
export async function givenTwice(target: Target): Promise<Map<string, Contradiction>> {
  const { tokens, otherWallet, otherClient, otherKey, signing, walletAddress } = target
  const found = new Map<string, Contradiction>()
  const full = await tokens.full.value()
  const isFull = async (token: Credential | undefined): Promise<boolean> =>
    token !== undefined && (await token.value()) === full
  for (const kind of allTokenKinds) {
    const given = isLimited(kind) ? tokens[kind]?.token : tokens[kind]
    if (kind !== 'full' && (await isFull(given)))
      found.set(`tokens.${kind}`, sameToken(tokenPlace(kind).split('.')))
  }
  if (await isFull(otherWallet?.token)) found.set('otherWallet', sameToken(['otherWallet', 'token']))
  if (await isFull(otherClient?.token)) found.set('otherClient', sameToken(['otherClient', 'token']))
  if (otherWallet && isSameUrl(otherWallet.walletAddress, walletAddress)) {
    found.set('otherWallet', {
      place: ['otherWallet', 'walletAddress'],
      fact: 'it is walletAddress itself',
      next: 'give another wallet address on the same server, with a token only for that address',
    })
  }
  if (otherKey?.key.keyId === signing.key.keyId) {
    const same: Contradiction = {
      place: ['otherKey'],
      fact: `it has the key id of signing, "${signing.key.keyId}"`,
      next: 'give a second key that the server knows, with its own id',
    }
    found.set('otherKey', same).set('otherKey.boundElsewhere', same)
  }
  return found
}

const sameToken = (place: Contradiction['place']): Contradiction => ({
  place,
  fact: 'it is the same token as tokens.full',
  next: 'give a different token, or remove it',
})
