import type { Contradiction } from '../../probe/contradiction.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'

/** What the doctor looks at, in this order. */
export const areas = ['server', 'clock', 'key', 'token', 'profile', 'wallet', 'receivers', 'others'] as const

export type DoctorArea = (typeof areas)[number]

/** Something that is not as a run needs it. */
export interface DoctorFinding {
  area: DoctorArea
  /** `fails`: a run will fail, or judge nothing. `warns`: it will leave something out, or may be misled. */
  weight: 'fails' | 'warns'
  /** What is so: a sentence. */
  fact: string
  /** Where it stands in the target file; absent where the mistake lies elsewhere. */
  place?: KeyPath
  /** What to do about it: words that follow a colon. */
  next: string
}

/** One area without a finding, or what of it could not be looked at. */
export interface Info {
  area: DoctorArea
  says: string
}

/** What came of looking at a target. It says nothing of whether the server conforms. */
export interface Diagnosis {
  findings: DoctorFinding[]
  good: Info[]
  unseen: Info[]
  /** Areas that nothing can be said of as long as the server accepts nothing, or cannot be reached. */
  skipped: DoctorArea[]
  requests: number
  /** Quotes that were made; nothing is ever paid. */
  quotes: number
  /** Why it ended before everything was looked at. */
  ended?: { why: 'interrupted' } | { why: 'cut short'; says: string } | undefined
}

const areaOfKey: Readonly<Record<string, DoctorArea>> = {
  tokens: 'token',
  signing: 'key',
  profile: 'profile',
  profileOverrides: 'profile',
  walletAsset: 'wallet',
  receivers: 'receivers',
  incomingPayments: 'receivers',
  limits: 'receivers',
  otherWallet: 'others',
  otherClient: 'others',
  otherKey: 'others',
}

/** What contradicts the target file, in the words in which a run says it. */
export function asFinding(
  { place, fact, next }: Contradiction,
  area = areaOfKey[String(place[0])] ?? 'server',
): DoctorFinding {
  return { area, weight: 'fails', fact: sentenceOf(fact), place, next }
}

/** The finding, if there is a contradiction. */
export function contradicts(contradiction: Contradiction | undefined): DoctorFinding | undefined {
  return contradiction && asFinding(contradiction)
}

/** A URL at the beginning stays as it is written. */
const sentenceOf = (fact: string): string =>
  /^https?:/.test(fact) ? fact : `${fact.charAt(0).toUpperCase()}${fact.slice(1)}`
