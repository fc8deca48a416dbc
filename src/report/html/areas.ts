import type { Coverage } from '../coverage.ts'
import { claimsIn, type Finding } from '../findings/finding.ts'
import type { Share } from './bar.ts'

/** Requirements about one subject, with their results. */
export interface Area {
  title: string
  requirements: Covered[]
  shares: Share[]
}

export interface Covered extends Coverage {
  fared: Share['kind']
}

/** Titles for the first words of ids that are not clear on their own. Any other first word is its own title. */
const titles: Readonly<Record<string, string | undefined>> = {
  amount: 'Amounts',
  client: 'Duties of the client',
  errors: 'Errors',
  list: 'Lists and pages',
  'list-incoming-payments': 'Lists and pages',
  'list-outgoing-payments': 'Lists and pages',
  page: 'Lists and pages',
  'incoming-payment': 'Incoming payments',
  'payment-method': 'Incoming payments',
  'public-incoming-payment': 'Incoming payments',
  'outgoing-payment': 'Outgoing payments',
  quote: 'Quotes',
  right: 'Tokens and rights',
  service: 'The service as a whole',
  signature: 'Signatures and digests',
  token: 'Tokens and rights',
}

/** Groups the coverage by area, sorted by title. */
export function areasOf(coverage: readonly Coverage[], findings: readonly Finding[]): Area[] {
  const areas = new Map<string, Covered[]>()
  for (const one of coverage) {
    const title = titleOf(one.requirement)
    areas.set(title, [...(areas.get(title) ?? []), { ...one, fared: faredOf(one, findings) }])
  }
  return [...areas]
    .map(([title, requirements]) => ({ title, requirements, shares: sharesOf(requirements) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
}

/** The names of the kinds, in the order in which a bar shows them. */
export const kinds: Record<Share['kind'], string> = {
  held: 'held',
  noted: 'noted',
  warned: 'warning',
  broken: 'failed',
  missed: 'not exercised',
  untested: 'untested',
}

export function sharesOf(requirements: readonly Covered[]): Share[] {
  return kindsInOrder.map((kind) => ({
    kind,
    count: requirements.filter(({ fared }) => fared === kind).length,
  }))
}

const kindsInOrder = ['held', 'noted', 'warned', 'broken', 'missed', 'untested'] as const

const titleOf = (requirement: string): string => {
  const word = requirement.split('.')[0] ?? requirement
  const inWords = word.replaceAll('-', ' ')
  return titles[word] ?? inWords.charAt(0).toUpperCase() + inWords.slice(1)
}

const faredOf = ({ requirement, level, state }: Coverage, findings: readonly Finding[]): Share['kind'] => {
  const grades = findings
    .flatMap(claimsIn)
    .filter((one) => one.requirement === requirement)
    .map(({ grade }) => grade)
  if (grades.includes('failure')) return 'broken'
  if (grades.includes('warning')) return 'warned'
  if (state === 'untested') return 'untested'
  if (state === 'not exercised') return 'missed'
  return grades.includes('note') || level === 'note' || level === 'MAY' ? 'noted' : 'held'
}
