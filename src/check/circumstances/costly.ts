import { type Answer, answerInWords, isAccepted, isRefused } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { isBusy } from '../../http/patience.ts'
import { nothingWithoutConnection } from '../needs/prerequisites.ts'
import type { Observation, Session } from '../session.ts'
import { type Attempt, tryIn } from './attempt.ts'
import { explore, observeIn, rowsFor, sendIn } from './explore.ts'
import { policy } from './rows.ts'
import { applicable } from './table.ts'

// Requests that cost money, or use something up, are sent in circumstances instead of plainly, so that they cost no
// more.

/**
 * Sends a control in circumstances, and plainly if the server refuses it there. If the server accepts it in
 * circumstances, the attempts that held in the simplest ones are tried there too, at no further cost.
 */
export async function controlIn(
  session: Session,
  control: RequestDraft,
  batch: number,
  attempts: readonly Attempt[],
): Promise<void> {
  const [wanted = []] = rowsFor(session, () => [policy.consumes(Math.abs(session.generated.seed))])
  const row = applicable(wanted, control, session)
  const plainly = async (): Promise<void> => void (await session.controls.send(control, [batch]))
  if (row.length === 0) return plainly()
  const answer = await sendIn(session, row, control).catch(nothingWithoutConnection)
  if (!answer || isRefused(answer)) return plainly()
  session.controls.take(answer, [batch])
  if (!isAccepted(answer)) return
  const context = { session, acceptedRow: async () => ({ row, control: answer }), valid: async () => control }
  for (const attempt of attempts) await tryIn(context, row, attempt)
}

/** A payment in one of the forms that the interface has, and one in another form. */
interface Forms {
  /** The requirement that the server accepts the form. */
  requirement: string
  form: RequestDraft
  /** Factors that are left as they are, because some payment has to be plain in each. */
  plain?: readonly string[]
  /** Prepares another payment of this form, if each can be accepted only once. */
  again?: () => Promise<RequestDraft>
  /**
   * Prepares a payment of the other form. A server that accepts it in some circumstances must accept this form in them
   * too.
   */
  other: () => Promise<RequestDraft>
}

/**
 * Pays in many circumstances at once, which costs no more than to pay plainly. If the server refuses that, a payment in
 * the other form shows whether it accepts payments in these circumstances at all, and a plain payment shows whether it
 * accepts this form. Returns undefined if nothing can be said about circumstances: then the caller has to pay plainly.
 */
export async function payIn(session: Session, forms: Forms): Promise<Answer | undefined> {
  // The body of a payment stays as it is, so the bytes of the body are no circumstance here.
  const isOpen = (factor: string): boolean => factor !== 'bytes' && !forms.plain?.includes(factor)
  const [wanted = []] = rowsFor(session, () => policy.pays(Math.abs(session.generated.seed)))
  const open = wanted.filter(({ factor }) => isOpen(factor))
  const row = applicable(open, forms.form, session)
  if (row.length === 0) return undefined
  const first = await sendIn(session, row, forms.form)
  if (isAccepted(first)) return first
  // A refusal by a busy server does not depend on circumstances either.
  if (!isRefused(first) || isBusy(first)) return undefined
  const { again = async () => forms.form } = forms
  let accepted: Answer | undefined
  await explore<Observation>(session, {
    row,
    seen: [seenIn(forms, first)],
    look: async (under) => [seenIn(forms, await sendIn(session, under, await again()))],
    counts: async () => {
      const control = await sendIn(session, row, await forms.other())
      if (!isAccepted(control)) return false
      // A form that is refused plainly too does not depend on circumstances. The plain payment tells the reason.
      if (!isAccepted(await sendIn(session, [], await again()))) return false
      accepted = control
      return true
    },
    // The quote may have expired, or the receiver may have been completed, before the server refused.
    observe: async (under, one) => {
      const behind = await session.controls.witness(one.outcome === 'broken' ? one.answer : undefined)
      if (accepted) session.controls.take(accepted, [behind])
      observeIn(session, under, { ...one, behind })
    },
  })
  return undefined
}

const seenIn = ({ requirement }: Forms, answer: Answer): Observation => ({
  requirement,
  outcome: isAccepted(answer) ? 'held' : 'broken',
  want: 'accepted (any 2xx)',
  got: answerInWords(answer),
  answer,
})
