import { PreconditionFailed, type Session } from '../../check/session.ts'
import type { PlainPayment } from '../../check/suite.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { receiverOf, whyLost } from './lost-receivers.ts'
import type { Run } from './run.ts'

/**
 * A plain payment that was accepted right after another payment was refused, or the doubt whether there is money left.
 */
interface MoneyLeft {
  control?: Answer
  doubt?: string
}

/**
 * Checks whether a payment was refused for want of money, because a wallet may run dry. A refused payment counts
 * against the server only if a plain payment of the same amount is accepted right after it, or if no payment was
 * accepted in this run.
 */
export async function lookAtMoney(run: Run, session: Session, refused: Answer): Promise<MoneyLeft> {
  const draft = run.memory.baseline.requestOf(refused)
  if (draft?.debits === undefined || !isRefused(refused)) return {}
  const receiver = receiverOf(run, draft)
  // A server may refuse a payment that equals an earlier one, and accept the same by a quote.
  const isRepeated = run.memory.baseline.hasAccepted(draft)
  const tried: Answer[] = []
  for (const { isDirect, prepare } of run.start.payments) {
    if (isRepeated && !isDirect) continue
    const paid = await payPlainly(run, session, draft, prepare)
    if (!paid) continue
    const plain = run.memory.baseline.requestOf(paid)
    if (!isAccepted(paid)) tried.push(paid)
    else if ((plain && receiver === receiverOf(run, plain)) || !mayBeLimited(run, receiver))
      return { control: paid }
    else return { doubt: `${refusedInto(draft, refused)}, ${limitedTo}` }
  }
  if (!run.memory.baseline.hasPaid(draft)) return {}
  const others = tried.map((answer) => `, ${answerInFull(answer)} to a plain one of the same amount`).join('')
  return { doubt: `${refusedInto(draft, refused)}${others}; ${dry}` }
}

const refusedInto = ({ debits }: RequestDraft, refused: Answer): string =>
  `a payment of ${debits} gets ${answerInFull(refused)}`

const limitedTo =
  'but one of the same amount into another receiver is accepted. Several payments into the same receiver were accepted before in this run, so the server may limit them'

/** The fewest payments into one receiver after which a server may limit them. */
const fewestLimited = 3

const mayBeLimited = ({ memory: { known } }: Run, url: string | undefined): boolean =>
  [...known.values()].filter(({ kind, receiver }) => kind === 'outgoing-payment' && receiver === url)
    .length >= fewestLimited

/** The status codes of a server that has run out of something, or is busy with it. */
export const mayBeSpent: readonly number[] = [402, 403, 409, 422, 423, 425]

const dry =
  'payments were accepted before in this run, so the wallet may have run dry. Put money into it, or lower limits.debitBudget'

/**
 * Returns a hint that a control may have been refused because its receiver was lost or for want of money, or an empty
 * text if nothing suggests that.
 */
export function ranDry(run: Run, answer: Answer): string {
  const { baseline } = run.memory
  const draft = baseline.requestOf(answer)
  const lost = whyLost(run, answer)
  if (lost !== undefined) return `; ${lost}`
  const isPayment = draft?.debits !== undefined && mayBeSpent.includes(answer.response?.status ?? 0)
  return isPayment && baseline.hasPaid(draft) ? `; ${dry}` : ''
}

/**
 * Sends a plain payment. Returns undefined if it cannot be prepared and no earlier payment was accepted: then a lack of
 * money is not the reason.
 */
const payPlainly = async (
  run: Run,
  session: Session,
  refused: RequestDraft,
  prepare: PlainPayment['prepare'],
): Promise<Answer | undefined> => {
  const { debits = 0n, token } = refused
  const { baseline } = run.memory
  const receiver = receiverOf(run, refused)
  try {
    const plain = await prepare(session, { receiver, debits })
    return await session.send({ ...plain, token })
  } catch (error) {
    if (error instanceof PreconditionFailed && !error.isOfRun && !baseline.hasPaid(refused)) return undefined
    throw error
  }
}
