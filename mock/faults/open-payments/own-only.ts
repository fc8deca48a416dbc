import { type Fault, fault } from '../fault.ts'
import { misstated } from '../server-errors.ts'

/** A right to what the client itself created covers what others created. */
export const ownOnlyFaults: readonly Fault[] = [
  fault(
    'read-is-read-all',
    'right.own.read',
    'A token that may read, but not read-all, reads what another client created',
    ({ isOwn }) => ({
      isOwn: (token, made, operation) => operation.startsWith('get-') || isOwn(token, made, operation),
    }),
  ),
  fault(
    'list-is-list-all',
    'right.own.list',
    'A token that may list, but not list-all, lists what another client created',
    ({ isOwn }) => ({
      isOwn: (token, made, operation) => operation.startsWith('list-') || isOwn(token, made, operation),
    }),
  ),
]

/** Access to quotes names no wallet address, so any answer will do that is not a failure of the server. */
export const otherWalletFaults: readonly Fault[] = [
  misstated({
    id: 'quote-of-another-wallet-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A token of another wallet address gets a 500 for a quote',
    guards: ['right-wallet-create'],
    status: 500,
    operation: 'create-quote',
  }),
]
