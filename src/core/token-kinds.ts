/** A limit that the target file gives together with a token. */
export type TokenLimit = 'debitAmount' | 'interval' | 'receiveAmount' | 'receiver'

/** A kind of access token that the target file can have under `tokens`. */
export interface TokenKindFacts {
  meaning: string
  /** The purpose of the token, for the person who has to agree to it. */
  purpose: string
  /**
   * The operations that the token allows. `own` and `read own` read and list only what its own client created, and `own`
   * creates too.
   */
  allows: 'all' | 'own' | 'read' | 'read own' | 'create' | 'nothing'
  /** A kind whose token can take this one's place, because no check that needs this kind creates anything with it. */
  servedBy?: 'limitedReceive'
  /** The limits of payments with the token. The target file gives them, so it has a mapping in place of the token. */
  limits?: readonly TokenLimit[]
  /** Set if few checks need the token, so that a run goes on if the server does not grant it. */
  dispensable?: true
}

/** Every kind of token. What the target file takes, what checks need and what a run requests follow from this table. */
export const tokenFacts = {
  full: {
    meaning: 'a token that allows every operation on walletAddress',
    purpose: 'every operation',
    allows: 'all',
  },
  readOnly: {
    meaning: 'a token that may read and list, but not create',
    purpose: 'reading and listing only',
    allows: 'read',
  },
  writeOnly: {
    meaning: 'a token that may create, but not read or list',
    purpose: 'creating only',
    allows: 'create',
  },
  expired: {
    meaning: 'a token that was valid once and has expired',
    purpose: 'a token that is refused later',
    allows: 'nothing',
  },
  revoked: {
    meaning: 'a token that was revoked',
    purpose: 'a token that is refused later',
    allows: 'nothing',
  },
  ownOnly: {
    meaning: 'a token that may read and list only what its own client created',
    purpose: 'reading and listing what the client itself created',
    allows: 'read own',
    servedBy: 'limitedReceive',
    dispensable: true,
  },
  rotated: {
    meaning: 'the value that a token had before it was rotated',
    purpose: 'a token that is refused later',
    allows: 'nothing',
    dispensable: true,
  },
  limited: {
    meaning: 'a token that may debit no more than a limit, and the limit',
    purpose: 'spending up to a limit',
    allows: 'all',
    limits: ['debitAmount'],
  },
  limitedPerInterval: {
    meaning: 'a token that may debit no more than a limit in each period of an interval, and both',
    purpose: 'spending up to a limit in each month',
    allows: 'all',
    limits: ['debitAmount', 'interval'],
    dispensable: true,
  },
  limitedReceive: {
    meaning: 'a token whose payments may bring no more than a limit to their receivers, and the limit',
    purpose: 'paying receivers up to a limit',
    allows: 'own',
    limits: ['receiveAmount'],
    dispensable: true,
  },
  limitedToReceiver: {
    meaning: 'a token that may pay into one incoming payment only, and its URL',
    purpose: 'paying one receiver only',
    allows: 'all',
    limits: ['receiver'],
    dispensable: true,
  },
} as const satisfies Record<string, TokenKindFacts>

type TokenFacts = typeof tokenFacts

export type AnyTokenKind = keyof TokenFacts

/** Kinds of tokens that may do everything, but pay only within a limit. */
export type LimitedKind = {
  [Kind in AnyTokenKind]: TokenFacts[Kind] extends { limits: readonly TokenLimit[] } ? Kind : never
}[AnyTokenKind]

export type PlainTokenKind = Exclude<AnyTokenKind, LimitedKind>

export type LimitOf<Kind extends LimitedKind> = TokenFacts[Kind]['limits'][number]

export const allTokenKinds = Object.keys(tokenFacts) as AnyTokenKind[]
export const limitedKinds = allTokenKinds.filter(isLimited)
export const tokenKinds = allTokenKinds.filter((kind): kind is PlainTokenKind => !isLimited(kind))

export function isLimited(kind: AnyTokenKind): kind is LimitedKind {
  return 'limits' in tokenFacts[kind]
}

/** Returns the place of a token in the target file. */
export function tokenPlace(kind: AnyTokenKind): string {
  return `tokens.${kind}${isLimited(kind) ? '.token' : ''}`
}

/** Returns the kind of the token at a place of the target file. */
export function tokenKindAt(place: string): AnyTokenKind | undefined {
  return allTokenKinds.find((kind) => tokenPlace(kind) === place)
}
