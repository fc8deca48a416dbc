import { didYouMean } from '../../catalogue/nearest.ts'
import { defaultProfile } from '../../catalogue/profile.ts'
import { type Requirement, readingOf } from '../../catalogue/requirement.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { plural } from '../text/plural.ts'
import { judging } from './list.ts'
import type { CheckEntry, NeedEntry, Reference } from './reference.ts'

/**
 * Returns a requirement or a check in full, by its id. Throws a ConfigurationError that suggests the nearest known id
 * for an unknown one. `others` maps further ids to the words that follow "but" in that error.
 */
export function explain(
  id: string,
  reference: Reference,
  others: ReadonlyMap<string, string> = new Map(),
): string {
  const { requirements, checks } = reference
  const requirement = requirements.get(id)
  if (requirement)
    return blockOf(id, requirementFacts(requirement, reference)) + textAt(requirement, reference)
  const check = checks.find((one) => one.id === id)
  if (check) return blockOf(id, checkFacts(check, reference))
  const other = others.get(id)
  if (other !== undefined) {
    throw new ConfigurationError(
      'ERR_UNKNOWN_ID',
      `"${id}" is neither a requirement nor a check, but ${other}`,
    )
  }
  const known = [...requirements.keys(), ...checks.map((one) => one.id), ...others.keys()]
  throw new ConfigurationError(
    'ERR_UNKNOWN_ID',
    `"${id}" is neither a requirement nor a check${didYouMean(id, known) || '; see `op-conformance list`'}`,
  )
}

type ExplainedFact = readonly [name: string, lines: readonly string[]]

const blockOf = (id: string, facts: readonly ExplainedFact[]): string => {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2
  const lines = facts.flatMap(([name, values]) =>
    values.map((value, index) => `  ${(index === 0 ? name : '').padEnd(width)}${value}`),
  )
  return `${[id, ...lines].join('\n')}\n`
}

const requirementFacts = (
  requirement: Requirement,
  { places, checks, profile }: Reference,
): ExplainedFact[] => {
  const {
    id,
    level,
    says,
    actor,
    basis,
    published = [],
    disputed,
    source,
    schema,
    profile: from,
    untested,
    later,
  } = requirement
  const judged = judging(id, checks)
  const reading = readingOf(requirement)
  return [
    ['says', [says]],
    ['level', [`${level}, binds the ${actor === 'client' ? 'client' : 'server'}`]],
    ['basis', [`${basis === 'stated' ? 'stated by' : 'inferred from'} ${documentOf(from)}`]],
    ['published', published.map(({ at, says: quoted }) => `"${quoted}" (${at})`)],
    ['reading', reading ? [reading] : []],
    ['disputed', disputed ?? []],
    ['place', [places.get(source)?.title ?? source]],
    ['schema', schema ?? []],
    ['profile', [from === profile ? profile : `${profile}, inherited from ${from}`]],
    ['judged by', judged],
    ['untested', untested ? [untested] : []],
    ['later', later && judged.length === 0 ? [`its check is planned with ${later}`] : []],
  ]
}

/** Quotes what the interface says at the place of a requirement, verbatim. */
const textAt = ({ source }: Requirement, { places }: Reference): string => {
  const text = places.get(source)?.text
  if (text === undefined) return ''
  return `\n  The interface says there:\n${text.replace(/^/gm, '    ')}\n`
}

const documentOf = (profile: string): string =>
  profile === defaultProfile ? 'the interface' : 'the specification of its profile'

const checkFacts = (check: CheckEntry, { requirements, profile }: Reference): ExplainedFact[] => {
  const { title, claims, operations, partly, oneOf, otherwise } = check
  const levels = claims.map((claim) => `${(requirements.get(claim)?.level ?? '?').padEnd(6)}  ${claim}`)
  const alsoNeeded = partly.map(
    ({ operation, needs: own }) => `${operation}: ${own.map(({ key }) => key).join(', ')}`,
  )
  return [
    ['title', [title]],
    ['profile', [profile]],
    ['claims', levels],
    ['needs', needsInWords(check)],
    [oneOf ? 'one of' : 'also, for', alsoNeeded],
    ['sees', otherwise === undefined ? [] : [`nothing and is skipped, without ${otherwise}`]],
    ['operations', [operations.join(', ')]],
    ['values', check.generates ? ['generated from the seed; failing cases are shrunk'] : []],
    ['sends', [sends(check)]],
    ['fails on', check.detects === undefined ? [] : [`op-conformance mock --fault ${check.detects}`]],
  ]
}

const needsInWords = ({ needs, oneOf }: CheckEntry): string[] => {
  if (needs.length > 0) return needs.map(needInWords)
  return oneOf ? ['the needs of one of its operations'] : ['nothing more than every target file has']
}

const needInWords = ({ key, meaning }: NeedEntry): string => `${key}: ${meaning}`

const sends = ({ kind, cost, generates }: CheckEntry): string => {
  if (kind === 'start') return 'a few requests at the start of every run'
  if (kind === 'passive') return 'nothing; it judges the responses to requests of other checks'
  const { requests = 0, quotes = 0, payments = 0 } = cost ?? {}
  const kept = quotes === 0 ? '' : `, and leaves at most ${plural(quotes, 'quote')} behind`
  const paid = payments === 0 ? '' : `, and makes at most ${plural(payments, 'payment')}`
  return `at most ${plural(requests, 'request')}${kept}${paid}${generates ? '; more while shrinking' : ''}`
}
