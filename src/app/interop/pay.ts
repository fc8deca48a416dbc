import { loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Amount } from '../../core/amount.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import { isOff, readClock } from '../../diagnose/doctor/clock.ts'
import { listOutgoing, quoteTo } from '../../diagnose/doctor/requests.ts'
import { createTrials, proberOf, receiversOf, type Trials } from '../../diagnose/doctor/trials.ts'
import { answerInWords, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import type { Participant } from '../../interop/event-file.ts'
import { cellName, type PaymentCell } from '../../interop/payments/cell.ts'
import { payAll } from '../../interop/payments/pay-all.ts'
import type { PaymentSide } from '../../interop/payments/side.ts'
import { pricedAmount } from '../../probe/first-quote.ts'
import { documentIn } from '../../probe/wallet-document.ts'
import { generationLimits } from '../../run/session/run.ts'
import { createServerClock } from '../../run/session/server-clock.ts'
import { commandRunner } from '../../target-file/command.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import type { ReceiverPool } from '../../target-file/receivers.ts'
import type { Receivers, Target } from '../../target-file/target.ts'
import { loadingIn } from '../environment.ts'
import { withTokens } from '../grants/token-keeper.ts'
import { type GuardedIo, guarded } from '../run/guarded.ts'
import type { Board } from './board.ts'

/** Prepares a server to pay and to be paid. `ends` gets the functions that close what was opened. */
async function payingSide(
  name: string,
  given: Target,
  ends: Array<() => Promise<void>>,
  io: GuardedIo,
): Promise<PaymentSide> {
  const target = { ...given, receivers: withCreated(given.receivers) }
  const { env, monotonic, wait } = io
  const dispatcher = createDispatcher(target)
  ends.push(() => dispatcher.destroy())
  const runCommand = commandRunner(env)
  const clock = createServerClock({ target, dispatcher, monotonic, wait, runCommand })
  let ahead = 0
  const now = (): Date => new Date(clock?.now() ?? io.now().getTime() + ahead)
  const trials = createTrials(target, {
    ...io,
    dispatcher,
    redactor: io.hide(target.secrets),
    emit: () => undefined,
    signedAt: now,
  })
  // A run moves the clock of its server, and nothing moves it back.
  await clock?.stands().catch(() => undefined)
  ahead = await aheadOf(trials)
  const asset = target.walletAsset ?? documentIn(await trials.look(target.walletAddress))?.asset
  const side = { name, trials, asset, now, catalogue: loadCatalogue(target.profile.name), spare: new Map() }
  const { maxDebitValue } = target.limits
  let amount: Amount | undefined
  const pool = receiversOf(trials, { runCommand, serverClock: clock, now, wait, amount: () => amount })
  if (!asset) return { ...side, pool, amount, maxDebitValue }
  amount = { ...asset, value: String(generationLimits({ target, walletAsset: asset }).controlValue) }
  const found = await affordable(amount, pool, trials)
  amount = found.amount
  return { ...side, pool, maxDebitValue, ...found }
}

/** Receivers of these kinds can be created wherever open ones can, if the file gives nothing for them. */
const creatable: readonly ReceiverKind[] = ['fixed', 'expired', 'completed']

const withCreated = (receivers: Receivers): Receivers => {
  const { open } = receivers.sources
  if (open?.kind !== 'create') return receivers
  const created = Object.fromEntries(creatable.map((kind) => [kind, open]))
  return { ...receivers, sources: { ...created, ...receivers.sources } }
}

/**
 * Returns the milliseconds by which signatures have to be ahead of the local time: those by which the server's Date is,
 * if the server refuses what is signed by the local time and accepts what is signed by its own.
 */
const aheadOf = async (trials: Trials): Promise<number> => {
  const tried = await trials.ask(listOutgoing)
  const clock = readClock(tried)
  if (!isRefused(tried) || !clock || !isOff(clock)) return 0
  return isAccepted(await trials.ask(listOutgoing, { ahead: clock.ahead })) ? clock.ahead : 0
}

/**
 * Returns the amount that payments debit: the control value, or what a run would use in its place, such as more than a
 * fee takes. If the server refuses every amount, returns its answer.
 */
const affordable = async (
  amount: Amount,
  pool: ReceiverPool,
  trials: Trials,
): Promise<Pick<PaymentSide, 'amount' | 'refuses'>> => {
  const open = pool.has('open') ? await pool.shared('open').catch(() => undefined) : undefined
  if (!open) return { amount }
  const ask = quoteTo(open.url, amount)
  const answer = await trials.ask(ask)
  if (answer.failure || isAccepted(answer)) return { amount }
  const value = await pricedAmount(proberOf(trials), { draft: ask(trials.target), answer })
  return value === undefined
    ? { amount, refuses: answerInWords(answer) }
    : { amount: { ...amount, value: String(value) } }
}

/** Lets all participants with a usable target file pay each other. */
export async function payEachOther(
  participants: readonly Participant[],
  { profile }: { profile?: string | undefined },
  board: Pick<Board, 'streamFor' | 'say'>,
  io: GuardedIo,
): Promise<PaymentCell[]> {
  const ends: Array<() => Promise<void>> = []
  return withTokens(io, async (obtain) => {
    // The column of a participant says why its target file, its server or its tokens cannot be used.
    const sideOf = async ({ name, file }: Participant): Promise<PaymentSide | undefined> => {
      try {
        const target = await loadTarget({ ...loadingIn(io), file, profileName: profile })
        const own = guarded({ ...io, stdout: board.streamFor(name), stderr: board.streamFor(name) })
        await obtain(target)
        return await payingSide(name, target, ends, own)
      } catch (error) {
        board.say(
          `${name} takes no part in payments: ${error instanceof Error ? error.message : String(error)}`,
        )
        return undefined
      }
    }
    try {
      const sides: PaymentSide[] = []
      for (const participant of participants) {
        const side = participant.source === 'target' ? await sideOf(participant) : undefined
        if (side) sides.push(side)
      }
      return await payAll(sides, { ...io, told: (cell) => board.say(inWords(cell)) })
    } finally {
      for (const end of ends) await end()
    }
  })
}

const inWords = (cell: PaymentCell): string => {
  const { status, broken, why } = cell
  const at = broken && `${broken.step} at ${broken.at}: ${broken.got}, expected ${broken.want}`
  return [`payment ${cellName(cell)}: ${status}`, at, why].filter((one) => one !== undefined).join(', ')
}
