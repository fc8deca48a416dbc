import { PreconditionFailed, type Session } from '../../check/session.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { receiverIn } from './baseline.ts'
import type { Run } from './run.ts'

/** A payment that was accepted right after another one was refused, or why nobody can tell whether there is money left. */
interface MoneyLeft {
  control?: Answer
  doubt?: string
}

/**
 * Money is an input: a wallet may run dry. A refused payment counts against the server only if a plain one of the same amount is
 * accepted right after, or if no payment was accepted in this run.
 */
export async function lookAtMoney(run: Run, session: Session, refused: Answer): Promise<MoneyLeft> {
  const draft = run.memory.baseline.requestOf(refused)
  if (draft?.debits === undefined || !isRefused(refused)) return {}
  const tried: Answer[] = []
  for (const prepare of run.start.payments) {
    const paid = await payPlainly(run, session, draft, prepare)
    if (paid && isAccepted(paid)) return { control: paid }
    if (paid) tried.push(paid)
  }
  if (!run.memory.baseline.hasPaid(draft)) return {}
  const others = tried.map((answer) => `, ${answerInFull(answer)} to a plain one of the same amount`).join('')
  return { doubt: `a payment of ${draft.debits} gets ${answerInFull(refused)}${others}; ${dry}` }
}

/** What a server has run out of, or is busy with, it refuses by one of these. */
export const mayBeSpent: readonly number[] = [402, 403, 409, 423, 425]

const dry =
  'payments were accepted before in this run, so the wallet may have run dry. Put money into it, or lower limits.debitBudget'

/** What a refused control says of the money; nothing if no payment was accepted before. */
export function ranDry({ memory: { baseline } }: Run, answer: Answer): string {
  const draft = baseline.requestOf(answer)
  const isPayment = draft?.debits !== undefined && mayBeSpent.includes(answer.response?.status ?? 0)
  return isPayment && baseline.hasPaid(draft) ? `; ${dry}` : ''
}

/** Undefined if it cannot be made, and no payment was accepted before which would say that this is for want of money. */
const payPlainly = async (
  { facts: { target }, memory: { known, baseline } }: Run,
  session: Session,
  refused: RequestDraft,
  prepare: Run['start']['payments'][number],
): Promise<Answer | undefined> => {
  const { debits = 0n, token } = refused
  const quoteId = Object(refused.body)['quoteId']
  const receiver = receiverIn(refused, target.profile) ?? known.get(quoteId)?.receiver
  try {
    const plain = await prepare(session, { receiver, debits })
    return await session.send({ ...plain, token })
  } catch (error) {
    if (error instanceof PreconditionFailed && !error.isOfRun && !baseline.hasPaid(refused)) return undefined
    throw error
  }
}
