import type { RequestDraft } from '../http/draft.ts'
import type { Check } from './kinds/check.ts'
import type { PassiveCheck } from './kinds/passive.ts'
import type { Session } from './session.ts'
import type { Subject } from './subject.ts'

/** The checks of a run, which the runner gets as data. */
export interface Suite {
  checks: readonly Check[]
  passive: readonly PassiveCheck[]
  start: Start
  /** The present ids of checks, by their former ids. */
  renamed: Readonly<Record<string, string>>
}

/** A way to pay an amount into a receiver, directly or by a quote, with only what every server has to accept. */
export interface PlainPayment {
  isDirect: boolean
  prepare: (
    session: Session,
    wanted: { receiver: string | undefined; debits: bigint },
  ) => Promise<RequestDraft>
}

/** The start of a run: a valid request, which must be accepted, and a bare one, which must not be. */
export interface Start {
  id: string
  title: string
  /** The valid requests, which are tried in this order until one is accepted. */
  whole: readonly Subject[]
  /** The requirements that are broken if the server accepts a request with neither token nor signature. */
  bare: readonly string[]
  /** A quote that names no amount. It shows the wallet's asset if nothing else does. */
  quoteWithoutAmount: Subject
  /** Plain payments of an amount, one in each form. They show whether the wallet has money left. */
  payments: readonly PlainPayment[]
  /** A request with a body. It shows whether the server accepts sha-512 digests. */
  withBody: Subject
}
