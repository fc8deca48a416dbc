import { type Condition, isCreation, isList, type Matter } from './condition.ts'

const onPage = (id: string, says: string, holds: Condition['holds']): Condition => ({
  id,
  group: 'page',
  says,
  about: 'page',
  on: isList,
  holds,
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
  onPage('in-list', 'in lists', ({ moment }) => isList(moment.operation)),
  {
    id: 'in-single-get',
    group: 'page',
    says: 'in the responses of single gets',
    about: 'page',
    on: (operation) => operation.startsWith('get-'),
    holds: ({ moment }) => moment.operation.startsWith('get-'),
  },
  {
    id: 'in-creation',
    group: 'page',
    says: 'in the responses of requests that create a resource',
    about: 'page',
    on: isCreation,
    holds: ({ moment }) => isCreation(moment.operation),
  },
  onPage('not-first-page', 'on pages after a cursor', ({ moment }) => moment.query.has('cursor')),
  onPage(
    'page-backwards',
    'on backward pages',
    ({ moment: { query } }) => query.has('last') && !query.has('first'),
  ),
  atPlace('second-place-of-page', 'for the second item of a page', ({ at }) => at === 1),
  atPlace('last-place-of-page', 'for the last item of a page', ({ at, of }) => at === of - 1),
]
