import type { SigningKey } from '../../../core/signing-key.ts'
import { type Credential, limitedTokens, type Target } from '../../../target-file/target.ts'
import type { Probe, ProbeView } from '../context.ts'
import type { TriedAnswer } from '../trials.ts'
import { answerOf } from '../words.ts'

/** Suspects that tokens.full is bound to another key of the target file. */
export function keySuspects({ target }: ProbeView): Probe[] {
  return [target.otherKey?.key, target.otherClient?.signing.key]
    .filter((key) => key !== undefined)
    .map((key) => ({
      difference: { target: signedBy(target, key) },
      found: () => ({
        fact: `The server accepts tokens.full with the key of ${key.name}, not with the key of signing`,
        place: ['signing'],
        next: `swap the two keys, or give a token that is bound to signing`,
      }),
    }))
}

export function signedBy(target: Target, key: SigningKey): Target {
  return {
    ...target,
    signing: { ...target.signing, key },
  }
}

/** Suspects that the server wants a signature parameter that is optional. */
export function parameterSuspects({ target }: ProbeView): Probe[] {
  return (['alg', 'expires', 'nonce'] as const)
    .filter((parameter) => !target.signing.parameters.includes(parameter))
    .map((parameter) => {
      const parameters = [...target.signing.parameters, parameter]
      return {
        difference: { target: { ...target, signing: { ...target.signing, parameters } } },
        found: () => ({
          fact: `The server accepts a signature only with the parameter ${parameter}`,
          place: ['signing', 'parameters'],
          next: `write signing.parameters: [${parameters.join(', ')}], so that the remaining checks can run`,
        }),
      }
    })
}

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
    fact: `The server refuses tokens.full (${answerOf(refused)}) but accepts ${name} with the same key`,
    place: ['tokens', 'full'],
    next: `give a valid token that is bound to the key of signing and allows every operation on walletAddress`,
  }),
})
