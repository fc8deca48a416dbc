import type { Requirement } from '../catalogue/requirement.ts'
import type { column, matrix } from '../formats/matrix.ts'
import type { Static, Unwritten } from '../formats/schema.ts'
import { choicesOf } from './choices.ts'
import { conformanceOf } from './conformance.ts'
import type { JudgedServer } from './event-file.ts'
import type { PaymentCell } from './payments/cell.ts'

/** An event: the results of all servers side by side. Every list of cells is in the order of the columns. */
export interface InteropMatrix extends Omit<Static<typeof matrix>, 'columns'> {
  columns: ParticipantColumn[]
}

/** A participant as it stands in matrix.json. */
export type ParticipantColumn = Unwritten<Static<typeof column>>

export interface EventFacts {
  name: string
  at: Date
  harness: string
  requirementsOf: (profile: string) => ReadonlyMap<string, Requirement>
}

export function matrixOf(
  judged: readonly JudgedServer[],
  payments: PaymentCell[],
  facts: EventFacts,
): InteropMatrix {
  const { name, at, harness, requirementsOf } = facts
  const requirements = new Map(
    judged.flatMap(({ report }) => (report ? [...requirementsOf(report.run.profile)] : [])),
  )
  return {
    version: 1,
    name,
    at: at.toISOString(),
    harness,
    columns: judged.map(columnOf),
    conformance: conformanceOf(judged, requirements),
    choices: choicesOf(judged, requirements),
    payments,
  }
}

/** The outcomes by the exit codes of runs. Any other code is an error of the harness. */
export const outcomes: Readonly<Record<number, ParticipantColumn['outcome']>> = {
  0: 'conforms',
  1: 'does not conform',
  3: 'not judged',
  130: 'interrupted',
}

const columnOf = ({ name, role, file, page, problem, report }: JudgedServer): ParticipantColumn => {
  const column = { name, role, file, page, problem }
  if (!report) return { ...column, outcome: 'not judged' }
  const { run, exitCode, milliseconds, counts } = report
  return {
    ...column,
    outcome: outcomes[exitCode] ?? 'error',
    baseUrl: run.target.baseUrl,
    walletAddress: run.target.walletAddress,
    profile: run.profile,
    harness: run.harness,
    seed: run.seed,
    milliseconds,
    counts,
  }
}
