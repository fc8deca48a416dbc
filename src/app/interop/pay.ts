import { createTrials } from '../../diagnose/doctor/trials.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import type { Participant } from '../../interop/event-file.ts'
import { cellName, type PaymentCell } from '../../interop/payments/cell.ts'
import { payAll } from '../../interop/payments/pay-all.ts'
import type { PaymentSide } from '../../interop/payments/side.ts'
import { createReceiver } from '../../probe/create-receiver.ts'
import { documentIn } from '../../probe/wallet-document.ts'
import { generationLimits } from '../../run/session/run.ts'
import { commandRunner } from '../../target-file/command.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import { receiverPool } from '../../target-file/receivers.ts'
import { type Obtain, withTokens } from '../grants/token-keeper.ts'
import { type GuardedIo, guarded } from '../run/guarded.ts'
import type { Board } from './board.ts'

/** Lets all participants with a usable target file pay each other. */
export async function payEachOther(
  participants: readonly Participant[],
  { profile }: { profile?: string | undefined },
  board: Pick<Board, 'streamFor' | 'say'>,
  io: GuardedIo,
): Promise<PaymentCell[]> {
  const ends: Array<() => Promise<void>> = []
  return withTokens(io, async (obtain) => {
    try {
      const sides: PaymentSide[] = []
      for (const participant of participants) {
        const side = await sideOf(participant, profile, { obtain, ends, board, io })
        if (side) sides.push(side)
      }
      return await payAll(sides, { ...io, told: (cell) => board.say(inWords(cell)) })
    } finally {
      for (const end of ends) await end()
    }
  })
}

const inWords = (cell: PaymentCell): string =>
  `payment ${cellName(cell)}: ${cell.status}${cell.broken ? `, ${cell.broken.step} at ${cell.broken.at}: ${cell.broken.got}` : ''}`

interface Making {
  obtain: Obtain
  ends: Array<() => Promise<void>>
  board: Pick<Board, 'streamFor' | 'say'>
  io: GuardedIo
}

/**
 * Prepares one side of the payments. Returns undefined if its target file, its server or its tokens cannot be used. Its
 * column says why.
 */
const sideOf = async (
  { name, file, source }: Participant,
  profileName: string | undefined,
  { obtain, ends, board, io }: Making,
): Promise<PaymentSide | undefined> => {
  if (source !== 'target') return undefined
  try {
    const { cwd, env } = io
    const target = await loadTarget({ file, cwd, env, now: () => io.now().getTime(), profileName })
    const own = guarded({ ...io, stdout: board.streamFor(name), stderr: board.streamFor(name) })
    const redactor = own.hide(target.secrets)
    await obtain(target)
    const dispatcher = createDispatcher(target)
    ends.push(() => dispatcher.destroy())
    const trials = createTrials(target, { ...own, dispatcher, redactor, emit: () => undefined })
    const asset = target.walletAsset ?? documentIn(await trials.look(target.walletAddress))?.asset
    const limits = asset && generationLimits({ target, walletAsset: asset })
    const amount = limits && asset && { ...asset, value: String(limits.controlValue) }
    const pool = receiverPool(target, {
      runCommand: commandRunner(env),
      create: (source, kind, incomingAmount) =>
        createReceiver(
          { source, kind, incomingAmount },
          {
            send: (draft) => trials.ask(() => draft),
            maxWait: target.limits.maxWait,
            now: io.now,
            wait: io.wait,
          },
        ),
      incomingAmount: (kind) => (kind === 'fixed' ? amount : undefined),
    })
    return { name, trials, pool, asset, amount, maxDebitValue: target.limits.maxDebitValue }
  } catch (error) {
    board.say(`${name} takes no part in payments: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
