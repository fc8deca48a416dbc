import type { Requirement } from '../catalogue/requirement.ts'
import type { matrix } from '../formats/matrix.ts'
import type { Static } from '../formats/schema.ts'
import type { Report } from '../report/data/json.ts'
import type { FoldedNote } from '../report/findings/folds.ts'
import type { JudgedServer } from './event-file.ts'

/** A point that the interface leaves open, and the behaviour of each server there. */
export type Choice = Static<typeof matrix>['choices'][number]

/** The notes of one server. If `does` is empty, nothing was noted; `isSeen` tells if the point was examined at all. */
export type ChoiceCell = Choice['cells'][number]

/** Groups the notes of all servers by point. Points on which most servers differ come first. */
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

/** Words a note. It names the operations if the server does not treat all of them alike. */
const answerOf = ({ got, seen }: FoldedNote, isOneOfSeveral: boolean): string => {
  const subjects = [...new Set(seen.flatMap(({ subject }) => subject ?? []))].sort()
  return isOneOfSeveral && subjects.length > 0 ? `${got} (${subjects.join(', ')})` : got
}

/** Counts different answers. Servers that were not examined give none. */
const differing = (cells: readonly ChoiceCell[]): number =>
  new Set(cells.flatMap(({ does, isSeen }) => (isSeen || does.length > 0 ? [does.join('; ')] : []))).size
