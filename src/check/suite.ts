import type { RequestDraft } from '../http/draft.ts'
import type { Check } from './kinds/check.ts'
import type { PassiveCheck } from './kinds/passive.ts'
import type { Session } from './session.ts'
import type { Subject } from './subject.ts'

/** The checks of a run, handed to the machine as data. */
export interface Suite {
  checks: readonly Check[]
  passive: readonly PassiveCheck[]
  start: Start
  /** What checks are called today, by what they were called once. */
  renamed: Readonly<Record<string, string>>
}

/** How a run begins: one whole request, which has to be accepted, and one bare one, which must not be. */
export interface Start {
  id: string
  title: string
  /** Tried in this order until one is accepted. */
  whole: readonly Subject[]
  /** What accepting a request with neither token nor signature breaks. */
  bare: readonly string[]
  /** A quote that names no amount: shows the wallet's asset where nothing else does. */
  quoteWithoutAmount: Subject
  /** Plain payments of an amount, one in each form: they show whether the wallet has money left. */
  payments: ReadonlyArray<
    (session: Session, wanted: { receiver: string | undefined; debits: bigint }) => Promise<RequestDraft>
  >
  /** A request with a body: shows whether the server takes sha-512 digests. */
  withBody: Subject
}
