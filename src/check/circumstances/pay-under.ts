import { type Answer, answerInWords, isAccepted, isRefused } from '../../http/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { isBusy } from '../../http/patience.ts'
import type { Observation, Session } from '../session.ts'
import { allAtOnce } from './rows.ts'
import { applicable, circumstancesNamed, inCircumstances, type Row } from './table.ts'
import { fewest, observeUnder } from './under-circumstances.ts'

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
export async function payUnder(session: Session, forms: Forms): Promise<Answer | undefined> {
  const { circumstances: known, replay } = session
  const wanted = wantedRow(session).filter(({ factor }) => !forms.plain?.includes(factor))
  const row = applicable(wanted, forms.form, session)
  if (!known || row.length === 0) return undefined
  const first = await sendIn(session, row, forms.form)
  if (isAccepted(first)) return first
  // What a busy server refuses is no matter of circumstances either.
  const control =
    isRefused(first) && !isBusy(first) ? await sendIn(session, row, await forms.other()) : undefined
  if (!control || !isAccepted(control)) return undefined
  // A form that is refused plainly, too, is no matter of circumstances: the plain payment says why.
  const again = forms.again ?? (async () => forms.form)
  if (!isAccepted(await sendIn(session, [], await again()))) return undefined
  const behind = session.newBatch()
  session.asControl(control, [behind])
  const look = async (under: Row): Promise<Observation[]> => [
    { ...seenIn(forms, await sendIn(session, under, await again())), behind },
  ]
  const broken = { ...seenIn(forms, first), behind }
  const shown = replay
    ? { row, seen: [broken] }
    : await fewest({ row, seen: [broken] }, broken, look, known.found)
  for (const one of shown.seen) observeUnder(session, shown.row, one)
  return undefined
}

/** What stands in the body is the payment's own. */
const wantedRow = ({ replay, circumstances }: Session): Row => {
  if (replay?.circumstances) return circumstancesNamed(replay.circumstances)
  if (replay || circumstances?.noRoom !== undefined) return []
  return allAtOnce.filter(({ factor }) => factor !== 'bytes')
}

const sendIn = (session: Session, row: Row, draft: RequestDraft): Promise<Answer> =>
  session
    .of({ circumstances: row.map(({ name }) => name) })
    .send({ ...inCircumstances(row, draft, session), invalid: true, patient: true })

const seenIn = ({ requirement }: Forms, answer: Answer): Observation => ({
  requirement,
  outcome: isAccepted(answer) ? 'held' : 'broken',
  want: 'accepted (any 2xx)',
  got: answerInWords(answer),
  answer,
})
