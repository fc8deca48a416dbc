import { misstated } from '../answers/statuses.ts'
import { type Defect, faultsBy } from '../fault.ts'

/** Faults that extend a right to a client's own resources to those of others. */
export const ownOnlyFaults: readonly Defect[] = faultsBy('grants', 'isOwn', [
  {
    id: 'read-is-read-all',
    breaks: 'right.own.read',
    says: 'A token that may read, but not read-all, reads what another client created',
    gives: (isOwn, _token, _made, operation) => isOwn || operation.startsWith('get-'),
  },
  {
    id: 'list-is-list-all',
    breaks: 'right.own.list',
    says: 'A token that may list, but not list-all, lists what another client created',
    gives: (isOwn, _token, _made, operation) => isOwn || operation.startsWith('list-'),
  },
])

/** Access to quotes names no wallet address, so any response is acceptable except a server error. */
export const otherWalletFaults: readonly Defect[] = [
  misstated({
    id: 'quote-of-another-wallet-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A token of another wallet address gets a 500 for a quote',
    guards: ['right-wallet-create'],
    status: 500,
    operation: 'create-quote',
  }),
]
