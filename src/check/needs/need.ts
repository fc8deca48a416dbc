import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import { type LimitedKind, type PlainTokenKind, tokenFacts } from '../../core/token-kinds.ts'
import type { ReceiverPool } from '../../target-file/receivers.ts'
import type { Credential, Target, Tokens } from '../../target-file/target.ts'
import { MissingPrerequisite } from './prerequisites.ts'

/** A value that the target file has to supply for a check. */
export interface Need<T> {
  /** The key in the target file, such as `tokens.readOnly`. */
  key: string
  /** The meaning of the value, in words. */
  meaning: string
  /** Returns true if the target file gives the value. */
  isGiven: (target: Target) => boolean
  supply: (supplies: Supplies) => Promise<T>
  /** Set if no other check may get the same value. */
  alone?: true
}

/** The sources that needs are supplied from. */
export interface Supplies {
  target: Target
  receivers: Omit<ReceiverPool, 'has'>
}

export type Needs = Record<string, Need<unknown>>

/** The values of a set of needs, by the same names. */
export type Supplied<N> = { [K in keyof N]: N[K] extends Need<infer T> ? T : never }

export function token(kind: PlainTokenKind): Need<Credential> {
  return {
    key: `tokens.${kind}`,
    meaning: tokenFacts[kind].meaning,
    isGiven: (target) => target.tokens[kind] !== undefined,
    supply: async ({ target }) => given(target.tokens[kind], `tokens.${kind}`),
  }
}

type LimitedTokens = Required<Pick<Tokens, LimitedKind>>

export function limitedToken<K extends LimitedKind>(kind: K): Need<LimitedTokens[K]> {
  return {
    key: `tokens.${kind}`,
    meaning: tokenFacts[kind].meaning,
    isGiven: (target) => target.tokens[kind] !== undefined,
    supply: async ({ target }) => {
      const tokens: { [L in LimitedKind]?: LimitedTokens[L] | undefined } = target.tokens
      return given<LimitedTokens[K]>(tokens[kind], `tokens.${kind}`)
    },
  }
}

const receiverMeanings: Record<ReceiverKind, string> = {
  open: 'an incoming payment without incomingAmount',
  fixed: 'an incoming payment with incomingAmount',
  otherAsset: "an incoming payment in another asset than the wallet's",
  expiring: 'an incoming payment without incomingAmount that expires soon',
  expired: 'an incoming payment past its expiresAt',
  completed: 'a completed incoming payment',
  failing: 'an incoming payment into which payments fail',
}

/** A receiver that others may use at the same time. `index` asks for another one of the kind, if there is one. */
export function receiver(kind: ReceiverKind, index = 0): Need<Receiver> {
  return {
    key: `receivers.${kind}`,
    meaning: receiverMeanings[kind],
    isGiven: (target) => target.receivers.sources[kind] !== undefined,
    supply: ({ receivers }) => receivers.shared(kind, index),
  }
}

/** A receiver that no other check gets, before or after, because the check uses it up. */
export function ownReceiver(kind: ReceiverKind): Need<Receiver> {
  return {
    ...receiver(kind),
    alone: true,
    supply: async ({ receivers }) => {
      const own = await receivers.alone(kind)
      if (own) return own
      throw new MissingPrerequisite(
        `receivers.${kind} in the target file: one more receiver, only for this check`,
        `another ${kind} receiver`,
      )
    },
  }
}

/** A part of the target file that a check needs whole. */
const part = <T>(key: string, meaning: string, of: (target: Target) => T | undefined): Need<T> => ({
  key,
  meaning,
  isGiven: (target) => of(target) !== undefined,
  supply: async ({ target }) => given(of(target), key),
})

export const otherWallet = part(
  'otherWallet',
  'a second wallet address on the same server, with a token only for that address',
  (target) => target.otherWallet,
)

export const otherClient = part(
  'otherClient',
  'a second client with rights on the same wallet',
  (target) => target.otherClient,
)

export const otherKey = part('otherKey', 'a second key that the server knows', (target) => target.otherKey)

/**
 * A stronger form of `otherKey`: tokens.full is bound to `signing`, so accepting a request that is signed with the
 * other key is a failure.
 */
export const otherKeyBoundElsewhere: typeof otherKey = {
  ...otherKey,
  key: 'otherKey.boundElsewhere',
  meaning: 'a second key that the server knows, with tokens.full bound to `signing`',
  isGiven: (target) => target.otherKey?.boundElsewhere === true,
}

const given = <T>(value: T | undefined, key: string): T => {
  if (value === undefined) throw new Error(`${key} was requested, but the target file does not have it`)
  return value
}

export const namedIncomingPayments: Need<readonly string[]> = {
  key: 'incomingPayments',
  meaning: 'incoming payments on walletAddress',
  isGiven: ({ incomingPayments }) => incomingPayments.length > 0,
  supply: async ({ target }) => target.incomingPayments,
}

/**
 * Lists in words the needs that the target file does not give, or gives wrongly. A need that several share is listed
 * once.
 */
export function missingOf(needs: Needs = {}, target: Target): string[] {
  const why = ({ key, meaning, isGiven }: Need<unknown>): string | undefined => {
    if (!isGiven(target)) return `${key} in the target file: ${meaning}`
    return target.contradicted?.get(key)
  }
  return [...new Set(Object.values(needs).map(why))].filter((reason) => reason !== undefined)
}

export async function supply<N extends Needs>(needs: N, supplies: Supplies): Promise<Supplied<N>> {
  const entries = Object.entries(needs).map(
    async ([name, need]) => [name, await need.supply(supplies)] as const,
  )
  return Object.fromEntries(await Promise.all(entries)) as Supplied<N>
}
