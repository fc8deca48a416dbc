import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import type { Asset } from '../../src/core/amount.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf, fieldsShown } from '../../src/http/answers/shown.ts'
import { amountIn } from '../support/fields.ts'
import { make } from '../support/operations.ts'
import { isFull } from '../support/receiving.ts'
import { createIncomingPayment, getIncomingPayment } from '../support/requests.ts'
import { amountOf } from './compare.ts'
import {
  type Created,
  expectShown,
  type IncomingPlace,
  noPayments,
  reads,
  receivedFrom,
  stays,
} from './incoming.ts'
import { complete, create, list, lookAtPayment, read, readPayment } from './incoming-actions.ts'
import type { IncomingStep } from './incoming-steps.ts'
import { payInto } from './payment-steps.ts'
import { asSent, expectArrived, noMoreThanPaid, once } from './receiver-steps.ts'
import { inOrder } from './sequence.ts'
import { expectOf, isOver, newService } from './service.ts'

/** The owner of the incoming payments: a wallet, and the token for it. */
type WalletOwner = Pick<Session['target'], 'walletAddress'> & { token: Session['target']['tokens']['full'] }

/** Returns the same session in the name of the owner. */
const inTheNameOf = (session: Session, owner: WalletOwner | undefined): Session => {
  if (!owner) return session
  const { target } = session
  const { walletAddress, token } = owner
  return { ...session, target: { ...target, walletAddress, tokens: { ...target.tokens, full: token } } }
}

/**
 * Takes steps on incoming payments, of the wallet itself or of another owner, and judges each response by the earlier
 * ones, as far as the interface leaves nothing open. The server may refuse any request, and may complete an incoming
 * payment for other reasons.
 */
export async function performIncoming(
  session: Session,
  steps: readonly IncomingStep[],
  owner?: WalletOwner,
): Promise<void> {
  const service = newService()
  const [created, paid] = [new Map(), new Map()]
  let known: Asset | undefined
  const asset = async (): Promise<Asset> => {
    known ??= owner ? await assetOf(inTheNameOf(session, owner)) : session.money.limits().wallet
    return known
  }
  await inOrder(session, steps, (at, step, place) =>
    take({ ...at, service, created, paid, asset, owner: inTheNameOf(at.session, owner) }, step, place),
  )
}

/** Creates an incoming payment without incomingAmount, which shows the asset of the wallet. */
const assetOf = async (owner: Session): Promise<Asset> => {
  const shown = amountIn(await make(owner, createIncomingPayment(owner, {})), 'receivedAmount')
  if (!shown)
    throw new PreconditionFailed('the asset of otherWallet is unknown, because no incoming payment shows it')
  const { assetCode, assetScale } = shown
  return { assetCode, assetScale }
}

const take = async (at: IncomingPlace, step: IncomingStep, place: number): Promise<void> => {
  switch (step.do) {
    case 'create':
      return create(at, step, place)
    case 'list':
      return list(at)
    case 'wait':
      return waitForAll(at)
    case 'get-payment': {
      const payment = at.paid.get(step.payment)
      return payment && readPayment(at, payment, step.payment)
    }
  }
  const one = at.created.get(step.of)
  if (!one) return
  switch (step.do) {
    case 'get':
      return read(at, one)
    case 'complete':
      return complete(at, one)
    case 'pay':
      return pay(at, one, step.debitAmount, place)
  }
}

const pay = async (at: IncomingPlace, one: Created, debitAmount: string, place: number): Promise<void> => {
  const isShownCompleted = one.completedBy !== undefined || one.completedIn !== undefined
  const isLate = isShownCompleted && hasAll(one)
  const payment = await payInto(at, one, amountOf(at, debitAmount))
  if (!payment) return
  at.paid.set(place, payment)
  if (isLate) one.late.push(payment)
}

/** Returns true if it has received its full amount. One that a client completed before that may still be paid. */
const hasAll = ({ incomingAmount, last }: Created): boolean =>
  last !== undefined && isFull({ ...last, incomingAmount })

/** Waits until all payments are over and what they sent has arrived, or until settleTimeout has passed each time. */
const waitForAll = async (at: IncomingPlace): Promise<void> => {
  const { session, service, created } = at
  if (service.payments.length === 0) return
  await watch(
    session,
    async () => {
      for (const payment of service.payments) if (!isOver(payment)) await lookAtPayment(at, payment)
    },
    () => service.payments.every(isOver),
    'payments',
  )
  for (const one of created.values()) {
    await read(at, one)
    // The interface leaves open whether money that is on its way arrives after the completion was requested.
    if (one.isToComplete || one.late.length > 0) continue
    await expectArrived(at, one, () => received(at, one))
    await expectCompletedWhenFull(at, one)
  }
}

const received = async ({ owner }: IncomingPlace, { url }: Created) => {
  const answer = await owner.send(getIncomingPayment(owner, url))
  return isAccepted(answer) ? receivedFrom(fieldsShown(answer), answer) : undefined
}

const whenFull = 'incoming-payment.completed.when-full'

const expectCompletedWhenFull = async (at: IncomingPlace, one: Created): Promise<void> => {
  const { owner } = at
  if (!hasAll(one)) return
  const answer = await watch(
    at.session,
    () => owner.send(getIncomingPayment(owner, one.url)),
    (seen) => fieldOf(seen, 'completed') === true,
    'completion',
  )
  const completed = fieldOf(answer, 'completed')
  if (!isAccepted(answer) || typeof completed !== 'boolean') return
  expectOf(at, answer, whenFull, {
    held: completed,
    want: 'completed true, because receivedAmount is at least incomingAmount',
    got: `completed ${completed}`,
  })
  expectShown(at, one, answer, fieldsShown(answer))
}

/** The claims that steps without payments may show. */
export const claimsOfMaking: readonly string[] = [
  'service.ids.unique',
  'create-incoming-payment.incoming-amount.kept',
  'create-incoming-payment.nothing-received',
  'create-incoming-payment.not-completed',
  'complete-incoming-payment.completed',
  reads,
  stays,
  'incoming-payment.immutable',
  'incoming-payment.id.readable',
  'incoming-payment.received-amount.within-maximum',
  'incoming-payment.received-amount.grows',
  noMoreThanPaid,
  'list.complete',
  'list.no-duplicates',
]

export const claimsOfPaying: readonly string[] = [
  ...claimsOfMaking,
  noPayments,
  whenFull,
  once,
  asSent,
  'create-outgoing-payment.direct.debit-amount-kept',
  'outgoing-payment.immutable',
  'outgoing-payment.id.readable',
]
