import { plural } from '../../report/counts.ts'
import {
  type Block,
  code,
  type FindingEntry,
  fact,
  paragraph,
  type Text,
  toned,
  words,
} from '../../report/document/document.ts'
import type { Presented } from '../../report/document/view.ts'
import type { KeyPath } from '../../target-file/reading/problem.ts'
import type { Target } from '../../target-file/target.ts'
import { areas, type Diagnosis, type DoctorFinding } from './finding.ts'

export interface DiagnosisOptions {
  /** The path of the target file, as the user wrote it. */
  file: string
  /** Returns a key of the target file with its line, if it has one. */
  placeOf: (path: KeyPath) => string
}

/** Shows a diagnosis: area by area, each finding with its place and its remedy. */
export function diagnosisView(
  { name, baseUrl }: Pick<Target, 'name' | 'baseUrl'>,
  diagnosis: Diagnosis,
  options: DiagnosisOptions,
): Presented {
  const { findings, skipped } = diagnosis
  const entries = areas.flatMap((area) => [
    ...findings.filter((one) => one.area === area).map((one) => entryOf(one, options)),
    ...remarks('good', area, diagnosis),
    ...remarks('unseen', area, diagnosis),
  ])
  const unknown = `${skipped.join(', ')}: not examined until the server accepts a valid request`
  const all: FindingEntry[] =
    skipped.length === 0 ? entries : [...entries, { grade: 'unseen', title: unknown, facts: [] }]
  return {
    document: {
      title: 'Diagnosis',
      lead: toned('strong', [words(name), '  ', words(baseUrl)]),
      blocks: [{ kind: 'findings', findings: all, labels: 11 }, foot(diagnosis, options)],
    },
    data: { target: name, baseUrl, ...diagnosis, findings: findings.map((one) => placed(one, options)) },
  }
}

const entryOf = (
  { area, weight, fact: what, place, next }: DoctorFinding,
  { placeOf }: DiagnosisOptions,
): FindingEntry => ({
  grade: weight === 'fails' ? 'failure' : 'warning',
  label: area,
  title: toned('strong', words(what)),
  facts: [...(place ? [fact('at', code(placeOf(place)))] : []), fact('next', words(next))],
})

const placed = ({ place, ...finding }: DoctorFinding, { placeOf }: DiagnosisOptions) =>
  place === undefined ? finding : { ...finding, place: placeOf(place) }

const remarks = (
  grade: 'good' | 'unseen',
  area: DoctorFinding['area'],
  diagnosis: Diagnosis,
): FindingEntry[] =>
  diagnosis[grade]
    .filter((remark) => remark.area === area)
    .map(({ says }) => ({ grade, label: area, title: words(says), facts: [] }))

const foot = (diagnosis: Diagnosis, options: DiagnosisOptions): Block => {
  const { findings, requests, quotes, ended } = diagnosis
  const fails = findings.some(({ weight }) => weight === 'fails')
  const tone = fails ? 'failure' : ended ? 'warning' : 'good'
  const sent = `${plural(requests, 'request')} sent, ${plural(quotes, 'quote')} created, nothing paid`
  return paragraph(
    toned('strong', toned(tone, sentence(diagnosis, options))),
    toned('faint', `${sent}. This is not a verdict on the server; use a run for that.`),
  )
}

const sentence = ({ findings, ended }: Diagnosis, { file }: DiagnosisOptions): Text => {
  const failing = findings.filter(({ weight }) => weight === 'fails').length
  const warning = findings.length - failing
  const counted = [
    ...(failing > 0 ? [`${plural(failing, 'finding')} that will make a run fail`] : []),
    ...(warning > 0 ? [plural(warning, 'warning')] : []),
  ].join(', ')
  if (ended?.why === 'interrupted') return 'Interrupted. This shows the results so far.'
  if (ended) return ['Ended early: ', words(ended.says), '.']
  if (failing > 0)
    return [
      `${counted}. Fix ${failing === 1 ? 'it' : 'them'}, then run: `,
      code(`op-conformance doctor ${file}`),
    ]
  return [
    `${counted === '' ? 'No problems found' : counted}. To judge the server: `,
    code(`op-conformance run ${file}`),
  ]
}
