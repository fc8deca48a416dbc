import { type Fault, fault } from '../fault.ts'

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
