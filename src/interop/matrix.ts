import type { Requirement } from '../catalogue/requirement.ts'
import type { column, matrix } from '../formats/matrix.ts'
import type { Static, Unwritten } from '../formats/schema.ts'
import type { Report } from '../report/data/json.ts'
import type { FoldedNote } from '../report/findings/folds.ts'
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

/** A point that the interface leaves open, and the behaviour of each server there. */
export type Choice = Static<typeof matrix>['choices'][number]

/** The notes of one server. If `does` is empty, nothing was noted; `isSeen` tells if the point was examined at all. */
export type ChoiceCell = Choice['cells'][number]

/** Groups the notes of all servers by point. Points on which most servers differ come first. */
function choicesOf(
  judged: readonly JudgedServer[],
  requirements: ReadonlyMap<string, Requirement>,
): Choice[] {
  const reports = judged.filter(({ role }) => role === 'server').map(({ report }) => report)
  const ids = new Set(reports.flatMap((report) => report?.notes.map(({ requirement }) => requirement) ?? []))
  return [...ids]
    .sort()
    .map((id) => {
      const cells = reports.map((report) => cellOf(id, report))
      return { requirement: id, says: requirements.get(id)?.says ?? '', answers: differing(cells), cells }
    })
    .sort((a, b) => b.answers - a.answers)
}

const cellOf = (id: string, report: Report | undefined): ChoiceCell => {
  const notes = report?.notes.filter(({ requirement }) => requirement === id) ?? []
  const isJudged = report?.coverage.some(({ requirement, state }) => requirement === id && state === 'judged')
  return { does: notes.map((note) => answerOf(note, notes.length > 1)), isSeen: isJudged === true }
}

/** Words a note. It names the operations if the server does not treat all of them alike. */
const answerOf = ({ got, seen }: FoldedNote, isOneOfSeveral: boolean): string => {
  const subjects = [...new Set(seen.flatMap(({ subject }) => subject ?? []))].sort()
  return isOneOfSeveral && subjects.length > 0 ? `${got} (${subjects.join(', ')})` : got
}

/** Counts different answers. Servers that were not examined give none. */
const differing = (cells: readonly ChoiceCell[]): number =>
  new Set(cells.flatMap(({ does, isSeen }) => (isSeen || does.length > 0 ? [does.join('; ')] : []))).size
