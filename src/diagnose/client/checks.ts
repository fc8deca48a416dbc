import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { PlannedCheck } from '../../core/events.ts'
import type { Claim } from './claim.ts'

/** A requirement of the client as a check of a run: it sends nothing and sees what the client sends. */
export interface ClientCheck extends Claim {
  planned: PlannedCheck
}

export function checksOf(claims: readonly Claim[], catalogue: Catalogue): ClientCheck[] {
  return claims
    .map((claim) => ({ ...claim, planned: plannedOf(claim, catalogue) }))
    .sort((a, b) => (a.planned.id < b.planned.id ? -1 : 1))
}

const plannedOf = ({ requirement, operations }: Claim, catalogue: Catalogue): PlannedCheck => ({
  id: `client/${requirement.replace(/^client\./, '').replaceAll('.', '-')}`,
  title: titleOf(catalogue.get(requirement)?.says ?? requirement),
  topic: 'client',
  claims: [requirement],
  operations: [...operations],
  missing: [],
  requests: 0,
})

/** What a server has to refuse, a client does not send. */
const titleOf = (says: string): string =>
  says.replace(/ (is|are) refused\.$/, ' $1 never sent').replace(/\.$/, '')
