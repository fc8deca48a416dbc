import { didYouMean } from '../../catalogue/nearest.ts'
import { defaultProfile } from '../../catalogue/profile.ts'
import { type Requirement, readingOf } from '../../catalogue/requirement.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { plural } from '../counts.ts'
import { type Block, code, type Fact, fact, section, type Text } from '../document/document.ts'
import type { Presented } from '../document/view.ts'
import { type CheckEntry, judging, type Reference } from './reference.ts'

/**
 * Returns a requirement or a check in full, by its id. Throws a ConfigurationError that suggests the nearest known id
 * for an unknown one. `others` maps further ids to the words that follow "but" in that error.
 */
export function explain(
  id: string,
  reference: Reference,
  others: ReadonlyMap<string, string> = new Map(),
): Presented {
  const { requirements, checks } = reference
  const requirement = requirements.get(id)
  if (requirement) {
    const parts = [...requirementFacts(requirement, reference), ...textAt(requirement, reference)]
    return {
      document: documentOf('Requirement', id, parts),
      data: { ...requirement, checks: judging(id, checks) },
    }
  }
  const check = checks.find((one) => one.id === id)
  if (check) return { document: documentOf('Check', id, checkFacts(check, reference)), data: check }
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

const documentOf = (title: string, id: string, blocks: Block[]): Presented['document'] => ({
  title,
  blocks: [section(code(id), ...blocks)],
})

/** Makes a block of the facts that have a value. Entries align with each other, whatever facts they have. */
const factsIn = (facts: readonly Fact[]): Block[] => [
  {
    kind: 'facts',
    facts: facts.filter(({ values }) => values.length > 0),
    width: Math.max(...facts.map(({ name = '' }) => name.length)) + 2,
  },
]

const requirementFacts = (requirement: Requirement, { places, checks, profile }: Reference): Block[] => {
  const { level, basis, published = [], disputed = [], schema = [], profile: from, later } = requirement
  const judged = judging(requirement.id, checks)
  return factsIn([
    fact('says', requirement.says),
    fact('level', `${level}, binds the ${requirement.actor === 'client' ? 'client' : 'server'}`),
    fact('basis', `${basis === 'stated' ? 'stated by' : 'inferred from'} ${authorityOf(from)}`),
    fact('published', ...published.map(({ at, says: quoted }): Text => [`"${quoted}" (`, code(at), ')'])),
    fact('reading', ...present(readingOf(requirement))),
    fact('disputed', ...disputed),
    fact('place', places.get(requirement.source)?.title ?? requirement.source),
    fact('schema', ...schema.map((one) => code(one))),
    fact('profile', from === profile ? profile : `${profile}, inherited from ${from}`),
    fact('judged by', ...judged.map((one) => code(one))),
    fact('untested', ...present(requirement.untested)),
    fact('later', ...(later && judged.length === 0 ? [`its check is planned with ${later}`] : [])),
  ])
}

const present = (text: string | undefined): string[] => (text ? [text] : [])

/** Quotes what the interface says at the place of a requirement, verbatim. */
const textAt = ({ source }: Requirement, { places }: Reference): Block[] => {
  const text = places.get(source)?.text
  return text === undefined ? [] : [section('The interface says there:', { kind: 'code', text })]
}

const authorityOf = (profile: string): string =>
  profile === defaultProfile ? 'the interface' : 'the specification of its profile'

const checkFacts = (check: CheckEntry, { requirements, profile }: Reference): Block[] => {
  const { title, claims, operations, partly, oneOf, otherwise } = check
  const levels = claims.map(
    (claim): Text => [`${(requirements.get(claim)?.level ?? '?').padEnd(6)}  `, code(claim)],
  )
  const alsoNeeded = partly.map(
    ({ operation, needs: own }) => `${operation}: ${own.map(({ key }) => key).join(', ')}`,
  )
  return factsIn([
    fact('title', title),
    fact('profile', profile),
    fact('claims', ...levels),
    fact('needs', ...needsInWords(check)),
    fact(oneOf ? 'one of' : 'also, for', ...alsoNeeded),
    fact('sees', ...(otherwise === undefined ? [] : [`nothing and is skipped, without ${otherwise}`])),
    fact('operations', operations.join(', ')),
    fact('values', ...(check.generates ? ['generated from the seed; failing cases are shrunk'] : [])),
    fact('sends', sends(check)),
    fact(
      'fails on',
      ...(check.detects === undefined ? [] : [code(`op-conformance mock --fault ${check.detects}`)]),
    ),
  ])
}

const needsInWords = ({ needs, oneOf }: CheckEntry): string[] => {
  if (needs.length > 0) return needs.map(({ key, meaning }) => `${key}: ${meaning}`)
  return oneOf ? ['the needs of one of its operations'] : ['nothing more than every target file has']
}

const sends = ({ kind, cost, generates }: CheckEntry): string => {
  if (kind === 'start') return 'a few requests at the start of every run'
  if (kind === 'passive') return 'nothing; it judges the responses to requests of other checks'
  const { requests = 0, quotes = 0, payments = 0 } = cost ?? {}
  const kept = quotes === 0 ? '' : `, and leaves at most ${plural(quotes, 'quote')} behind`
  const paid = payments === 0 ? '' : `, and makes at most ${plural(payments, 'payment')}`
  return `at most ${plural(requests, 'request')}${kept}${paid}${generates ? '; more while shrinking' : ''}`
}
