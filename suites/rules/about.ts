import type { Seen } from '../../src/check/kinds/passive.ts'
import { type Observed, operationsShowing, type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { anIncomingPayment, creatingPayment, readingQuote } from '../support/operations.ts'

// Shared parts of the rules about one kind of resource: the operations that show it, and what a run needs to see one.

export const resourceKinds: readonly ResourceKind[] = ['quote', 'outgoing-payment', 'incoming-payment']

export function allResourcesIn(seen: Seen): Observed[] {
  return resourceKinds.flatMap((kind) => resourcesIn(seen, kind))
}

export const aboutQuotes = {
  observes: 'quote' as const,
  operations: operationsShowing('quote'),
  needs: readingQuote.needs,
}

export const aboutOutgoingPayments = {
  observes: 'outgoing-payment' as const,
  operations: operationsShowing('outgoing-payment'),
  needs: creatingPayment.needs,
}

export const aboutIncomingPayments = {
  observes: 'incoming-payment' as const,
  operations: operationsShowing('incoming-payment'),
  otherwise: anIncomingPayment,
}
