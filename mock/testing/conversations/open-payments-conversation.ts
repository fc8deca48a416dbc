import { firstWallet, tokenOf, walletUrl } from '../../state/lookup.ts'
import { type Answered, type Call, call } from '../call.ts'
import { askCompletion, askIncoming, outgoingPath } from '../further-requests.ts'
import { askPayment, askQuote, receiver, usd } from '../requests.ts'
import type { Running } from '../running.ts'
import { urlIn } from './payment-conversation.ts'

type Answers = AsyncGenerator<Answered, void, void>

const grant: Call = { path: '/outgoing-payment-grant' }

async function* all(mock: Running, ...calls: Call[]): Answers {
  for (const each of calls) yield await call(mock, each)
}

/** The id that the response shows, or the id of no resource if it shows none. */
const idIn = (mock: Running, answer: Answered): string | undefined =>
  urlIn(mock, answer, 'id', 'incoming-payments').split('/').at(-1)

/**
 * Creates incoming payments, reads them with a token and without one, lists them, completes them and reads them again.
 */
async function* madeAndCompleted(mock: Running): Answers {
  const expiresAt = new Date(mock.world.now() + 3_600_000).toISOString()
  const full = { expiresAt, metadata: { order: 19, lines: ['one'] } }
  const made = await call(mock, askIncoming(mock, full))
  const plain = await call(mock, askIncoming(mock, { incomingAmount: undefined }))
  const path = `/incoming-payments/${idIn(mock, made)}`
  const anonymous = { path, authorization: null }
  yield made
  yield plain
  yield* all(
    mock,
    askIncoming(mock, { incomingAmount: usd('9007199254740993') }),
    askIncoming(mock, { metadata: { composed: 'Cafe\u0301' } }),
    askIncoming(mock, { incomingAmount: usd('١٠٠') }),
    askIncoming(mock, { expiresAt: '2120-01-02T03:04:05+05:30' }),
    { path },
    { path: '/incoming-payments?first=4' },
    anonymous,
    { ...anonymous, signer: null },
    askCompletion(mock, idIn(mock, made)),
    { path },
    { path },
    anonymous,
    { path: '/incoming-payments?first=4' },
    askCompletion(mock, idIn(mock, made)),
    askCompletion(mock, idIn(mock, plain)),
    askQuote(mock, { receiver: urlIn(mock, plain, 'id', 'incoming-payments') }),
    askPayment(mock, { incomingPayment: urlIn(mock, plain, 'id', 'incoming-payments') }),
  )
  mock.clock.advance(1000)
  yield* all(mock, { path: `/incoming-payments/${idIn(mock, plain)}` })
}

/**
 * Creates and completes incoming payments in immediate succession, and pays into them before and after they complete.
 */
async function* inSequence(mock: Running): Answers {
  const made: Answered[] = []
  for (const value of ['500', '501', '502', undefined]) {
    const answer = await call(mock, askIncoming(mock, { incomingAmount: value && usd(value) }))
    made.push(answer)
    yield answer
  }
  const [first, filled, , paid] = made.map((answer) => idIn(mock, answer))
  const [, toFill, , toPay] = made.map((answer) => urlIn(mock, answer, 'id', 'incoming-payments'))
  const completion = askCompletion(mock, first)
  yield* all(mock, completion, completion, completion, askIncoming(mock), {
    path: `/incoming-payments/${first}`,
  })
  yield* all(
    mock,
    askPayment(mock, { incomingPayment: toFill, debitAmount: usd('200') }),
    askPayment(mock, { incomingPayment: toFill, debitAmount: usd('301') }),
    askPayment(mock, { incomingPayment: toPay }),
  )
  mock.clock.advance(1000)
  yield* all(
    mock,
    { path: `/incoming-payments/${filled}` },
    askCompletion(mock, paid),
    askPayment(mock, { incomingPayment: toPay }),
  )
  mock.clock.advance(1000)
  yield* all(mock, { path: `/incoming-payments/${paid}` })
}

/**
 * Reads the spent amounts of a grant before, between and after two payments, one of which fails. Reads each payment on
 * its own in between.
 */
async function* spent(mock: Running): Answers {
  const { world } = mock
  const by = (kind: 'limited' | 'readOnly') => `GNAP ${tokenOf(world, firstWallet(world), kind).value}`
  const limited = { authorization: by('limited') }
  yield* all(mock, { ...grant, authorization: by('readOnly') }, { ...grant, ...limited }, grant)
  const calls = [askPayment(mock), askPayment(mock, { incomingPayment: receiver(mock, 'failing') })]
  for (const each of calls) {
    yield* all(mock, each, grant)
    const path = outgoingPath(mock, -1)
    for (const later of [60, 1000]) {
      mock.clock.advance(later)
      yield* all(mock, { path }, { path }, grant)
    }
  }
  const another = askPayment(mock, {}, limited)
  yield* all(mock, another)
  mock.clock.advance(1000)
  yield* all(
    mock,
    grant,
    { ...grant, ...limited },
    { path: outgoingPath(mock) },
    { path: outgoingPath(mock, 1) },
  )
}

/** Calls the operations without a token, with an unknown token, and with a token that does not permit them. */
async function* refused(mock: Running): Answers {
  const { world } = mock
  const may = (kind: 'readOnly' | 'writeOnly' | 'ownOnly') =>
    `GNAP ${tokenOf(world, firstWallet(world), kind).value}`
  for (const authorization of [null, 'GNAP nobody-has-this', may('writeOnly')])
    yield* all(mock, { ...grant, authorization }, { path: outgoingPath(mock), authorization })
  for (const authorization of [null, 'GNAP nobody-has-this', may('readOnly')])
    yield* all(
      mock,
      askIncoming(mock, {}, { authorization }),
      askCompletion(mock, undefined, { authorization }),
    )
  const wallet = walletUrl(world, firstWallet(world))
  const list = { path: `/incoming-payments?wallet-address=${encodeURIComponent(wallet)}` }
  const ownOnly = { authorization: may('ownOnly') }
  yield* all(
    mock,
    { ...list, signer: null },
    { ...list, ...ownOnly },
    { path: outgoingPath(mock), ...ownOnly },
  )
}

/** Reads a completed incoming payment once it has expired. */
async function* completedAndExpired(mock: Running): Answers {
  const expiresAt = new Date(mock.world.now() + 60_000).toISOString()
  const id = idIn(mock, await call(mock, askIncoming(mock, { expiresAt })))
  yield* all(mock, askCompletion(mock, id))
  mock.clock.advance(60_000)
  yield* all(mock, { path: `/incoming-payments/${id}` })
}

/** The operations that the published specification has beyond the interface. */
export async function* openPaymentsConversation(mock: Running): Answers {
  yield* madeAndCompleted(mock)
  yield* spent(mock)
  yield* refused(mock)
  yield* inSequence(mock)
  yield* completedAndExpired(mock)
}
