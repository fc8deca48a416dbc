import type { Requirement } from '../catalogue/requirement.ts'
import type { Report } from '../report/data/json.ts'
import { type Choice, choicesOf } from './choices.ts'
import { conformanceOf, type Topic } from './conformance.ts'
import type { JudgedServer } from './judged.ts'
import type { PaymentCell } from './payments/cell.ts'

/** Version of matrix.json. */
export const matrixVersion = 1

/** A participant as it stands in matrix.json. */
export interface ParticipantColumn {
  name: string
  role: JudgedServer['role']
  file: string
  page?: string | undefined
  problem?: string | undefined
  outcome: 'conforms' | 'does not conform' | 'not judged' | 'interrupted' | 'error'
  baseUrl?: string | undefined
  walletAddress?: string | undefined
  profile?: string | undefined
  harness?: string | undefined
  seed?: number | undefined
  milliseconds?: number | undefined
  counts?: Report['counts'] | undefined
}

/** An event: the results of all servers side by side. Every list of cells is in the order of the columns. */
export interface InteropMatrix {
  version: typeof matrixVersion
  name: string
  at: string
  harness: string
  columns: ParticipantColumn[]
  conformance: Topic[]
  choices: Choice[]
  payments: PaymentCell[]
}

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
    version: matrixVersion,
    name,
    at: at.toISOString(),
    harness,
    columns: judged.map(columnOf),
    conformance: conformanceOf(judged, requirements),
    choices: choicesOf(judged, requirements),
    payments,
  }
}

const outcomes: Record<number, ParticipantColumn['outcome']> = {
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
