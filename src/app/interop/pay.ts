import type { Participant } from '../../interop/event-file.ts'
import { cellName, type PaymentCell } from '../../interop/payments/cell.ts'
import { payAll } from '../../interop/payments/pay-all.ts'
import type { PaymentSide } from '../../interop/payments/side.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import { loadingIn } from '../environment.ts'
import { withTokens } from '../grants/token-keeper.ts'
import { type GuardedIo, guarded } from '../run/guarded.ts'
import type { Board } from './board.ts'
import { payingSide } from './paying-side.ts'

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
