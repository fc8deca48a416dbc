import { type Credential, limitedTokens, type Target } from '../../../target-file/target.ts'
import type { TriedAnswer } from '../trials.ts'
import { answerOf } from '../words.ts'
import type { Probe, ProbeView } from './probe.ts'

/** Suspects tokens.full: tries the other tokens of the target file that may do what was asked, with the same key. */
export function tokenSuspects({ target, refused }: ProbeView): Probe[] {
  const { tokens, otherWallet } = target
  const others = [...(tokens.readOnly ? [tokens.readOnly] : []), ...limitedTokens(tokens)]
  const elsewhere = otherWallet && {
    ...withToken(target, otherWallet.token),
    walletAddress: otherWallet.walletAddress,
  }
  return [
    ...others.map((token) => suspect(withToken(target, token), token.name, refused)),
    ...(elsewhere ? [suspect(elsewhere, 'otherWallet.token', refused)] : []),
  ]
}

export function withToken(target: Target, full: Credential): Target {
  return {
    ...target,
    tokens: { ...target.tokens, full },
  }
}

const suspect = (target: Target, name: string, refused: TriedAnswer): Probe => ({
  difference: { target },
  found: () => ({
    area: 'token',
    weight: 'fails',
    fact: `The server refuses tokens.full (${answerOf(refused)}) but accepts ${name} with the same key`,
    place: ['tokens', 'full'],
    next: `give a valid token that is bound to the key of signing and allows every operation on walletAddress`,
  }),
})
