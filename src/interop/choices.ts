import type { Requirement } from '../catalogue/requirement.ts'
import type { Report } from '../report/data/json.ts'
import type { FoldedNote } from '../report/findings/folds.ts'
import type { JudgedServer } from './judged.ts'

/** A point that the interface leaves open, and what each server does there. */
export interface Choice {
  requirement: string
  says: string
  /** How many different answers there are. */
  answers: number
  cells: ChoiceCell[]
}

/** Empty `does`: nothing was noted; `isSeen` says whether the point was looked at. */
export interface ChoiceCell {
  does: string[]
  isSeen: boolean
}

/** The notes of all servers turned round: those first where most of them differ. */
export function choicesOf(
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

/** With the operations, where a server does not answer all of them alike. */
const answerOf = ({ got, seen }: FoldedNote, isOneOfSeveral: boolean): string => {
  const subjects = [...new Set(seen.flatMap(({ subject }) => subject ?? []))].sort()
  return isOneOfSeveral && subjects.length > 0 ? `${got} (${subjects.join(', ')})` : got
}

/** Those who were not asked give no answer. */
const differing = (cells: readonly ChoiceCell[]): number =>
  new Set(cells.flatMap(({ does, isSeen }) => (isSeen || does.length > 0 ? [does.join('; ')] : []))).size
