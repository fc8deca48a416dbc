import type { SigningKey } from '../../../core/signing-key.ts'
import type { Target } from '../../../target-file/target.ts'
import type { Probe, ProbeView } from './probe.ts'

/** Suspects that tokens.full is bound to another key of the target file. */
export function keySuspects({ target }: ProbeView): Probe[] {
  return [target.otherKey?.key, target.otherClient?.signing.key]
    .filter((key) => key !== undefined)
    .map((key) => ({
      difference: { target: signedBy(target, key) },
      found: () => ({
        area: 'key',
        weight: 'fails',
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
          area: 'key',
          weight: 'fails',
          fact: `The server accepts a signature only with the parameter ${parameter}`,
          place: ['signing', 'parameters'],
          next: `write signing.parameters: [${parameters.join(', ')}], so that the remaining checks can run`,
        }),
      }
    })
}
