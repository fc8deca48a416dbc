import { withBlame } from './blame.ts'
import { type PaymentCell, paymentCases } from './cell.ts'
import type { PayingWorld } from './pay.ts'
import { payCase } from './pay.ts'
import type { Side } from './side.ts'

/** Tries every case from everybody to everybody, one after the other, and says whose fault a failure is. */
export async function payAll(
  sides: readonly Side[],
  world: PayingWorld & { signal: AbortSignal; told: (cell: PaymentCell) => void },
): Promise<PaymentCell[]> {
  const cells: PaymentCell[] = []
  for (const sender of sides) {
    for (const receiver of sides) {
      for (const kind of paymentCases) {
        if (world.signal.aborted) return withBlame(cells)
        const cell = await payCase(sender, receiver, kind, world)
        cells.push(cell)
        world.told(cell)
      }
    }
  }
  return withBlame(cells)
}
