import type { Requirement } from '../catalogue/requirement.ts'
import type { matrix } from '../formats/matrix.ts'
import type { Static } from '../formats/schema.ts'
import type { Report } from '../report/data/json.ts'
import { areasOf, type Covered } from '../report/page/coverage.ts'
import { anchorsByRequirement } from '../report/page/finding.ts'
import type { JudgedServer } from './event-file.ts'

/** Requirements of one subject. */
export type Topic = Static<typeof matrix>['conformance'][number]
export type ConformanceRow = Topic['rows'][number]
export type ConformanceCell = ConformanceRow['cells'][number]

/** The result of a requirement at one participant. */
export type Fared = ConformanceCell['fared']

/** Lists every requirement that binds a participant, by topic, with a cell for each participant. */
export function conformanceOf(
  judged: readonly JudgedServer[],
  requirements: ReadonlyMap<string, Requirement>,
): Topic[] {
  const topics = new Map<string, Set<string>>()
  const columns = judged.map(({ report, role }) => {
    const cells = new Map<string, ConformanceCell>()
    if (!report) return undefined
    const anchors = anchorsByRequirement(report.findings)
    for (const { title, requirements: covered } of areasOf(report.coverage, report.findings)) {
      const ids = topics.get(title) ?? new Set()
      for (const one of covered) {
        if (role === 'server' && isOfClient(one)) continue
        ids.add(one.requirement)
        cells.set(one.requirement, cellOf(one, report, anchors))
      }
      if (ids.size > 0) topics.set(title, ids)
    }
    return cells
  })
  return [...topics].sort(byFirst).map(([title, ids]) => {
    const rows = [...ids].sort().flatMap((id) => {
      const requirement = requirements.get(id)
      return requirement ? [rowOf(requirement, columns)] : []
    })
    return {
      title,
      rows: rows.filter((row) => !isUnexercised(row)),
      unexercised: rows.filter(isUnexercised).map(({ requirement }) => requirement),
    }
  })
}

const isUnexercised = ({ cells }: ConformanceRow): boolean =>
  cells.every(({ fared }) => fared === 'unexercised')

/** A run against a server says nothing about what only clients have to do. */
const isOfClient = ({ requirement }: Covered): boolean => requirement.startsWith('client.')

const byFirst = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

type Cells = ReadonlyMap<string, ConformanceCell>

const rowOf = (
  { id, level, says, basis, disputed }: Requirement,
  columns: ReadonlyArray<Cells | undefined>,
): ConformanceRow => ({
  requirement: id,
  level,
  says,
  basis,
  disputed: disputed !== undefined,
  cells: columns.map((cells) => (cells ? (cells.get(id) ?? { fared: 'unbound' }) : { fared: 'unjudged' })),
})

const cellOf = (covered: Covered, report: Report, anchors: ReadonlyMap<string, string>): ConformanceCell => {
  const fared = covered.fared === 'missed' ? whyMissed(covered, report) : covered.fared
  const finding = anchors.get(covered.requirement)
  return finding === undefined ? { fared } : { fared, finding }
}

/**
 * Distinguishes checks that were to run and gave no result from checks that could not run, for example for lack of a
 * key.
 */
const whyMissed = ({ checks }: Covered, report: Report): Fared => {
  const verdicts = report.checks.filter(({ id }) => checks.includes(id)).map(({ verdict }) => verdict)
  const isLost = verdicts.some((verdict) => verdict?.status === 'inconclusive' || verdict?.status === 'error')
  const isCutOff = report.outcome !== 'complete' && verdicts.some((verdict) => verdict === undefined)
  return isLost || isCutOff || report.outcome === 'not judged' ? 'unjudged' : 'unexercised'
}
