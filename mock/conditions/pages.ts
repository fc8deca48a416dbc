import { isCreation, isList } from '../core/operations.ts'
import type { Condition, Matter } from './condition.ts'

const onPage = (id: string, says: string, holds: Condition['holds']): Condition => ({
  id,
  group: 'page',
  says,
  about: 'page',
  on: isList,
  holds,
})

/** Makes a condition that holds on some operations, and always on these. */
const onOperations = (id: string, says: string, on: Condition['on']): Condition => ({
  ...onPage(id, says, ({ moment }) => on(moment.operation)),
  on,
})

const atPlace = (
  id: string,
  says: string,
  isThere: (place: NonNullable<Matter['place']>) => boolean,
): Condition => ({
  id,
  group: 'page',
  says,
  about: 'place',
  on: isList,
  holds: ({ place }) => place !== undefined && isThere(place),
})

/** Conditions on the position of a resource in a response, and on how it was requested. */
export const pageConditions: readonly Condition[] = [
  onOperations('in-list', 'in lists', isList),
  onOperations('in-single-get', 'in the responses of single gets', (operation) =>
    operation.startsWith('get-'),
  ),
  onOperations('in-creation', 'in the responses of requests that create a resource', isCreation),
  onPage('not-first-page', 'on pages after a cursor', ({ moment }) => moment.query.has('cursor')),
  onPage(
    'page-backwards',
    'on backward pages',
    ({ moment: { query } }) => query.has('last') && !query.has('first'),
  ),
  atPlace('second-place-of-page', 'for the second item of a page', ({ at }) => at === 1),
  atPlace('last-place-of-page', 'for the last item of a page', ({ at, of }) => at === of - 1),
]
