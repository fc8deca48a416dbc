import { PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { watch } from '../../../src/check/watch.ts'
import { type Amount, inWords, numberOf } from '../../../src/core/amount.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Credential } from '../../../src/target-file/target.ts'
import { asAmount } from '../../support/fields.ts'
import { type Found, type Listed, type Search, searchFor } from '../../support/listed.ts'
import { idIn, make } from '../../support/operations.ts'

/** A payment as the list last showed it. */
export interface PaymentView {
  id: string
  sent: Amount | undefined
  debit: Amount | undefined
  failed: boolean
  answer: Answer
}

/** The kind of the waits for a payment to move. Such waits are cut short once earlier payments never moved. */
export const movement = 'movement'

/** Returns how to look for the payment with that id: with this token, or else with the full one. */
export function viewsOf(
  session: Session,
  id: string,
  token?: Credential,
): Record<keyof Search, () => Promise<PaymentView | undefined>> {
  const { look, everywhere } = searchFor(session, 'list-outgoing-payments', [id], token)
  const view = async (found: Promise<Found>) => viewOf(id, (await found).get(id))
  return { look: () => view(look()), everywhere: () => view(everywhere()) }
}

const viewOf = (id: string, found: Listed | undefined): PaymentView | undefined =>
  found && {
    id,
    sent: asAmount(found.item['sentAmount']),
    debit: asAmount(found.item['debitAmount']),
    failed: found.item['failed'] === true,
    answer: found.answer,
  }

export function isSentInFull({ sent, debit }: PaymentView): boolean {
  return sent !== undefined && debit !== undefined && numberOf(sent) === numberOf(debit)
}

/** Makes the payment and watches the list until the payment is done or settleTimeout has passed. */
export async function settled(session: Session, draft: RequestDraft): Promise<PaymentView> {
  return settledOf(session, idIn(await make(session, draft), 'no payment could be created to watch'))
}

/**
 * Watches a payment that was already made, with this token or else the full one: first until it moves, then until it
 * ends. A server that leaves its fee out of sentAmount never shows an end, although its payments move.
 */
export async function settledOf(session: Session, id: string, token?: Credential): Promise<PaymentView> {
  const { look, everywhere } = viewsOf(session, id, token)
  const hasBegun = (seen: PaymentView | undefined) => seen !== undefined && hasMoved(seen)
  const first = (await watch(session, look, hasBegun, movement)) ?? (await everywhere())
  const isUnderWay = first && hasMoved(first) && !isOver(first)
  const last = isUnderWay ? ((await watch(session, look, isOver)) ?? (await everywhere())) : first
  if (last) return last
  throw new PreconditionFailed(`the list of outgoing payments does not show ${id}`)
}

export function isOver(view: PaymentView | undefined): boolean {
  return view !== undefined && (view.failed || isSentInFull(view))
}

export function inState({ sent, failed }: PaymentView): string {
  return `sentAmount ${sent ? inWords(sent) : 'unreadable'}, failed ${failed}`
}

export function hasMoved({ failed, sent }: PaymentView): boolean {
  return failed || (sent !== undefined && numberOf(sent) > 0n)
}

export function within({ target }: Session): string {
  return `within ${target.limits.settleTimeout} ms (limits.settleTimeout)`
}

/** The payment with the sentAmount that it shows, in words. */
export function inWordsOf({ id, sent, debit }: PaymentView): string {
  return `${id} has sentAmount ${sent ? inWords(sent) : 'unreadable'} of debitAmount ${debit ? inWords(debit) : 'unreadable'}`
}

const hour = 3_600_000

/** Says when something was seen. `moved`: the milliseconds by which the run moved the server's time on. */
export function inTime(session: Session, moved: number): string {
  if (moved === 0) return within(session)
  const time = moved < hour ? `${Math.floor(moved / 60_000)} minutes` : `${Math.floor(moved / hour)} hours`
  return `after the run moved the server's time on by ${time}`
}
