import type { Comparison } from './comparison.ts'
import { onTwoCores } from './cores.ts'
import { growth, memory } from './growth.ts'
import { harnessBesideLoop } from './harness.ts'
import { mockBesideExpress, mockBesidePrism } from './mock.ts'
import { noticed } from './noticed.ts'
import { runAtADistance, runBesideReplay } from './run.ts'
import { startBesideNode } from './start.ts'

/** The rows of the table, in order. */
export const comparisons: readonly Comparison[] = [
  mockBesideExpress,
  mockBesidePrism,
  harnessBesideLoop,
  runBesideReplay,
  runAtADistance,
  startBesideNode,
  growth,
  memory,
  onTwoCores,
  noticed,
]
