import { type Colors, colorsFor } from '../../report/text/colors.ts'
import { escapeControl, shown } from '../../report/text/escape-control.ts'
import { plural } from '../../report/text/plural.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'
import type { Target } from '../../target-file/target.ts'
import { areas, type Diagnosis, type DoctorFinding } from './finding.ts'

export interface TextOptions {
  colour: boolean
  /** The path of the target file, as the user wrote it. */
  file: string
  /** Returns a key of the target file with its line, if it has one. */
  placeOf: (path: KeyPath) => string
}

/** Renders a diagnosis for a terminal: area by area, each finding with its place and its remedy. */
export function text(
  { name, baseUrl }: Pick<Target, 'name' | 'baseUrl'>,
  diagnosis: Diagnosis,
  options: TextOptions,
): string {
  const paint = colorsFor(options.colour)
  const lines = areas.flatMap((area) => [
    ...diagnosis.findings.filter((one) => one.area === area).map((one) => findingText(one, options, paint)),
    ...remarks('good', area, diagnosis, paint),
    ...remarks('unseen', area, diagnosis, paint),
  ])
  const { skipped } = diagnosis
  if (skipped.length > 0) {
    lines.push(paint.faint(`- ${skipped.join(', ')}: not examined until the server accepts a valid request`))
  }
  const head = paint.strong(shown(`${name}  ${baseUrl}`))
  return `${[head, lines.join('\n'), foot(diagnosis, options, paint)].join('\n\n')}\n`
}

const findingText = (finding: DoctorFinding, { placeOf }: TextOptions, { strong, grade }: Colors): string => {
  const { area, weight, fact, place, next } = finding
  const sign = weight === 'fails' ? grade.failure('✗') : grade.warning('!')
  return [
    `${sign} ${named(area)}${strong(shown(fact, 1000))}`,
    ...(place ? [`${indent}at    ${escapeControl(placeOf(place))}`] : []),
    `${indent}next  ${shown(next, 1000)}`,
  ].join('\n')
}

const remarks = (
  kind: 'good' | 'unseen',
  area: DoctorFinding['area'],
  diagnosis: Diagnosis,
  { good, faint }: Colors,
): string[] =>
  diagnosis[kind]
    .filter((remark) => remark.area === area)
    .map(({ says }) => {
      const line = `${named(area)}${shown(says, 1000)}`
      return kind === 'good' ? `${good('✓')} ${line}` : faint(`- ${line}`)
    })

const named = (area: DoctorFinding['area']): string => area.padEnd(11)

const indent = ' '.repeat(13)

const foot = (diagnosis: Diagnosis, options: TextOptions, { strong, faint, good, grade }: Colors): string => {
  const { findings, requests, quotes, ended } = diagnosis
  const fails = findings.some(({ weight }) => weight === 'fails')
  const colour = fails ? grade.failure : ended ? grade.warning : good
  const sent = `${plural(requests, 'request')} sent, ${plural(quotes, 'quote')} created, nothing paid`
  return [
    strong(colour(sentence(diagnosis, options))),
    faint(`${sent}. This is not a verdict on the server; use a run for that.`),
  ].join('\n')
}

const sentence = ({ findings, ended }: Diagnosis, { file }: TextOptions): string => {
  const failing = findings.filter(({ weight }) => weight === 'fails').length
  const warning = findings.length - failing
  const counted = [
    ...(failing > 0 ? [`${plural(failing, 'finding')} that will make a run fail`] : []),
    ...(warning > 0 ? [plural(warning, 'warning')] : []),
  ].join(', ')
  if (ended?.why === 'interrupted') return 'Interrupted. This shows the results so far.'
  if (ended) return `Ended early: ${ended.says}.`
  if (failing > 0)
    return `${counted}. Fix ${failing === 1 ? 'it' : 'them'}, then run: op-conformance doctor ${file}`
  return `${counted === '' ? 'No problems found' : counted}. To judge the server: op-conformance run ${file}`
}
