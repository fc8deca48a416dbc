import type { Requirement } from '../../catalogue/requirement.ts'
import { isServerFailure } from '../../judge/value-kind.ts'
import { haveOneAnswer } from './answered-alike.ts'
import { type Accepting, closedOperations, type Grouping } from './closed-operations.ts'
import { type BrokenClaim, type ExchangesByNumber, type Finding, weight } from './finding.ts'

/**
 * Groups claims under the claim whose cause also breaks them. Breaches of a schema are tried as causes first, because
 * many others follow from them. A cause is at least as grave as what it explains.
 */
export function withSymptoms(
  claims: readonly BrokenClaim[],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ExchangesByNumber,
  accepting: Accepting,
): Array<Omit<Finding, 'dependants'>> {
  const causeOf = new Map<BrokenClaim, BrokenClaim>()
  for (const { causes, explainedBy } of [
    closedOperations(claims, accepting, exchanges),
    ofFields(claims, requirements, exchanges),
    ofFailures(claims, exchanges),
    ofAnswers(claims, exchanges),
  ])
    for (const cause of causes) {
      if (causeOf.has(cause)) continue
      const explains = explainedBy(cause)
      for (const claim of claims) {
        const isFree = claim !== cause && !causeOf.has(claim) && ![...causeOf.values()].includes(claim)
        if (isFree && weight[cause.grade] <= weight[claim.grade] && explains(claim)) causeOf.set(claim, cause)
      }
    }
  return claims
    .filter((claim) => !causeOf.has(claim))
    .map((claim) => ({ ...claim, symptoms: claims.filter((other) => causeOf.get(other) === claim) }))
}

/** A field explains claims about it by its presence or its shape. */
const ofFields = (
  claims: readonly BrokenClaim[],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ExchangesByNumber,
): Grouping => {
  const isSchema = ({ requirement }: BrokenClaim): boolean =>
    requirements.get(requirement)?.schema !== undefined
  const depth = ({ requirement }: BrokenClaim): number => depthOf(requirements.get(requirement))
  return {
    causes: [...claims].sort((a, b) => depth(a) - depth(b)),
    explainedBy: (cause) => explainedBy(cause, isOfShape(cause, isSchema(cause)), exchanges),
  }
}

/** A server that fails seldom chooses the form of its answer, so what is wrong with that has the same cause. */
const ofFailures = (claims: readonly BrokenClaim[], exchanges: ExchangesByNumber): Grouping => {
  const isFailed = ({ exchange }: BrokenClaim['occurrences'][number]): boolean =>
    (exchanges.get(exchange)?.response?.status ?? 0) >= 500
  const body = claims.find(({ requirement }) => requirement === 'errors.body-json')
  return {
    causes: claims.filter(({ got }) => isServerFailure(got)),
    explainedBy: () => (claim) => claim === body && claim.occurrences.every(isFailed),
  }
}

/** A claim explains the later ones about requests that were answered alike. */
const ofAnswers = (claims: readonly BrokenClaim[], exchanges: ExchangesByNumber): Grouping => ({
  causes: claims,
  explainedBy: (cause) => {
    const later = claims.slice(claims.indexOf(cause) + 1)
    return (claim) => later.includes(claim) && haveOneAnswer(cause, claim, exchanges)
  },
})

/** Ranks requirements by what follows from them: the presence of a field, then its shape, then everything else. */
export function depthOf(requirement: Requirement | undefined): number {
  if (!requirement?.schema) return 2
  return requirement.schema.every((pointer) => pointer.endsWith('.required')) ? 0 : 1
}

/** Claims that a walk over a list breaks if the cursors that it follows are wrong. */
const ofWalks = [
  'list.complete',
  'list.no-duplicates',
  'list.while-adding',
  'list.cursor',
  'list.backwards',
  'page.has-next-page.walk',
  'page.has-previous-page.walk',
]

const leadsTo = ({ requirement }: BrokenClaim): readonly string[] => {
  if (/^page\.end-cursor\./.test(requirement)) return [...ofWalks, 'page.end-cursor.last-item']
  if (/^page\.start-cursor\./.test(requirement))
    return ['list.backwards', 'page.has-previous-page.walk', 'page.start-cursor.first-item']
  // One signature that leaves a component out is also a request without a complete one.
  if (requirement.startsWith('signature.covers.')) return ['signature.several.one-whole']
  return []
}

/**
 * Returns true for a claim about the shape of a field. If the shape is wrong, so are the content of the field and its
 * changes.
 */
const isOfShape = ({ requirement }: BrokenClaim, isSchema: boolean): boolean =>
  isSchema || requirement.endsWith('.asset')

const explainedBy = (
  cause: BrokenClaim,
  isOfShape: boolean,
  exchanges: ExchangesByNumber,
): ((claim: BrokenClaim) => boolean) => {
  const followers = leadsTo(cause)
  const fields = fieldsOf(cause, exchanges)
  const where = operationsOf(cause, exchanges)
  return (claim) => {
    if (followers.includes(claim.requirement))
      return [...operationsOf(claim, exchanges)].every((operation) => where.has(operation))
    const others = fieldsOf(claim, exchanges)
    const isOfField = others.size > 0 && [...others].every((field) => fields.has(field))
    return isOfField && (isOfShape || others.has(spentOfGrant))
  }
}

const operationsOf = (
  { occurrences }: BrokenClaim,
  exchanges: ExchangesByNumber,
): ReadonlySet<string | undefined> =>
  new Set(occurrences.map(({ exchange }) => exchanges.get(exchange)?.operation))

/**
 * Returns the fields that a claim is about. Claims about one field have one cause. Each kind of resource has fields of
 * its own.
 */
const fieldsOf = (
  { requirement, occurrences }: BrokenClaim,
  exchanges: ExchangesByNumber,
): ReadonlySet<string> => {
  const [kind = '', field = ''] = requirement.split('.')
  return new Set(
    occurrences.map(({ want, got, exchange }) => {
      const place = /^\/(?:result\/\d+\/|pagination\/)?([A-Za-z]+)/.exec(want)?.[1]
      const named = place ?? /^(?:[a-z]+[A-Z]\w*)/.exec(want)?.[0] ?? /^no (?:readable )?(\w+)/.exec(got)?.[1]
      const operation = exchanges.get(exchange)?.operation ?? kind
      const of = kindShown(place === undefined && isResource.test(kind) ? kind : operation)
      const name = named ?? inCamelCase(field)
      return /^(?:grantSpent|spent)(?:Debit|Receive)Amount$/.test(name) ? spentOfGrant : `${of} ${name}`
    }),
  )
}

const isResource = /(?:quote|incoming-payment|outgoing-payment)/

const kindShown = (operation: string): string =>
  /(?:quote|incoming-payment|outgoing-payment)(?!s?-grant)/.exec(operation)?.[0] ?? operation

const inCamelCase = (kebab: string): string =>
  kebab.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * The key for the amounts that a grant has spent and that arrived. The server derives both from one count, wherever it
 * shows them.
 */
const spentOfGrant = 'what a grant has spent'
