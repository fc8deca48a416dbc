import { type Answer, answerInWords, isAccepted, isRefused } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { isBusy } from '../../http/patience.ts'
import { nothingWithoutConnection } from '../needs/prerequisites.ts'
import type { Observation, Session } from '../session.ts'
import { type Attempt, tryIn } from './attempt.ts'
import { explore, rowsFor, sendIn } from './explore.ts'
import { policy } from './rows.ts'
import { applicable } from './table.ts'

// What costs money, or uses something up, is sent in circumstances instead of plainly: that costs no more.

/**
 * Sends a control in circumstances; plainly, if the server refuses it in them. Where it was accepted in some, what held in the
 * simplest ones is tried in them, at no further cost.
 */
export async function controlIn(
  session: Session,
  control: RequestDraft,
  batch: number,
  attempts: readonly Attempt[],
): Promise<void> {
  const [wanted = []] = rowsFor(session, () => [policy.batch(Math.abs(session.generated.seed))])
  const row = applicable(wanted, control, session)
  const plainly = async (): Promise<void> => void (await session.controls.send(control, [batch]))
  if (row.length === 0) return plainly()
  const answer = await sendIn(session, row, control).catch(nothingWithoutConnection)
  if (!answer || isRefused(answer)) return plainly()
  session.controls.take(answer, [batch])
  if (!isAccepted(answer)) return
  const ground = { session, taken: async () => ({ row, control: answer }), whole: async () => control }
  for (const attempt of attempts) await tryIn(ground, row, attempt)
}

/** A payment in one of the forms that the interface has, and one in another form. */
interface Forms {
  /** What accepts it. */
  requirement: string
  form: RequestDraft
  /** Factors that stay as they are: some payment has to be plain in each. */
  plain?: readonly string[]
  /** Another one of this form, if each can be accepted only once. */
  again?: () => Promise<RequestDraft>
  /** A server that takes this one in some circumstances takes the other one in them too. */
  other: () => Promise<RequestDraft>
}

/**
 * Pays in many circumstances at once, which costs no more than to pay plainly. If that is refused, a payment in the other form
 * shows whether the server takes payments in them at all, and a plain one whether it takes this form. Undefined if nothing is
 * to be said of circumstances: then it is left to pay plainly.
 */
export async function payIn(session: Session, forms: Forms): Promise<Answer | undefined> {
  // What stands in the body is the payment's own.
  const isOpen = (factor: string): boolean => factor !== 'bytes' && !forms.plain?.includes(factor)
  const [wanted = []] = rowsFor(session, policy.pays)
  const open = wanted.filter(({ factor }) => isOpen(factor))
  const row = applicable(open, forms.form, session)
  if (row.length === 0) return undefined
  const first = await sendIn(session, row, forms.form)
  if (isAccepted(first)) return first
  // What a busy server refuses is no matter of circumstances either.
  if (!isRefused(first) || isBusy(first)) return undefined
  const { again = async () => forms.form } = forms
  const behind = session.controls.open()
  const shown = (answer: Answer): Observation => ({ ...seenIn(forms, answer), behind })
  await explore(session, {
    row,
    seen: [shown(first)],
    look: async (under) => [shown(await sendIn(session, under, await again()))],
    counts: async () => {
      const control = await sendIn(session, row, await forms.other())
      if (!isAccepted(control)) return false
      // A form that is refused plainly, too, is no matter of circumstances: the plain payment says why.
      if (!isAccepted(await sendIn(session, [], await again()))) return false
      session.controls.take(control, [behind])
      return true
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
