import type { Contradiction } from '../../probe/prober.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'

/** The areas that the doctor examines, in this order. */
export const areas = ['server', 'clock', 'key', 'token', 'profile', 'wallet', 'receivers', 'others'] as const

export type DoctorArea = (typeof areas)[number]

/** Something that a run needs to be different. */
export interface DoctorFinding {
  area: DoctorArea
  /** `fails`: a run will fail, or judge nothing. `warns`: a run will leave something out, or may be misled. */
  weight: 'fails' | 'warns'
  /** The state of affairs, as a sentence. */
  fact: string
  /** The place of the mistake in the target file, or undefined if the mistake lies elsewhere. */
  place?: KeyPath
  /** The remedy, in words that follow a colon. */
  next: string
}

/** A remark on an area: one without a finding, or a part that could not be examined. */
export interface Info {
  area: DoctorArea
  says: string
}

/** The result of examining a target. It says nothing about whether the server conforms. */
export interface Diagnosis {
  findings: DoctorFinding[]
  good: Info[]
  unseen: Info[]
  /** Areas that stay unknown as long as the server accepts nothing or cannot be reached. */
  skipped: DoctorArea[]
  requests: number
  /** The number of quotes that were made. The doctor never pays anything. */
  quotes: number
  /** The reason why the examination ended early, or undefined if everything was examined. */
  ended?: { why: 'interrupted' } | { why: 'cut short'; says: string } | undefined
}

const areaOfKey: Readonly<Record<string, DoctorArea>> = {
  tokens: 'token',
  signing: 'key',
  profile: 'profile',
  profileOverrides: 'profile',
  walletAddress: 'wallet',
  walletAsset: 'wallet',
  receivers: 'receivers',
  incomingPayments: 'receivers',
  limits: 'receivers',
  otherWallet: 'others',
  otherClient: 'others',
  otherKey: 'others',
}

/** A finding that is not weighed yet. Its area is that of its place, unless it names another one. */
export type Unweighed = Omit<DoctorFinding, 'area' | 'weight'> & Partial<Pick<DoctorFinding, 'area'>>

const weighed =
  (weight: DoctorFinding['weight']) =>
  ({ area, ...found }: Unweighed): DoctorFinding => ({
    area: area ?? areaOfKey[String(found.place?.[0])] ?? 'server',
    weight,
    ...found,
  })

export const fails = weighed('fails')
export const warns = weighed('warns')

/** Words a contradiction to the target file, which a run would report, as a finding. */
export function asFound({ fact, ...contradiction }: Contradiction): Unweighed {
  return { fact: sentenceOf(fact), ...contradiction }
}

export function asFinding(contradiction: Contradiction): DoctorFinding {
  return fails(asFound(contradiction))
}

export function contradicts(contradiction: Contradiction | undefined): DoctorFinding | undefined {
  return contradiction && asFinding(contradiction)
}

/** Capitalizes the first letter, except that of a URL. */
const sentenceOf = (fact: string): string =>
  /^https?:/.test(fact) ? fact : `${fact.charAt(0).toUpperCase()}${fact.slice(1)}`
