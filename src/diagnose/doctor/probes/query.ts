import { withoutQuery } from '../requests.ts'
import type { Probe, Seen } from './probe.ts'

/** A list without the count of items. */
export function querySuspects({ target: { profile } }: Seen): Probe[] {
  return [
    {
      mutate: (ask) => withoutQuery(ask, 'first'),
      found: () => ({
        area: 'profile',
        weight: 'fails',
        fact: `The server refuses a list with ${profile.query.first}=1, but accepts it without`,
        place: ['profileOverrides', 'query', 'first'],
        next: 'set profileOverrides: { query: { first: … } } with the name that your server uses for the count of items',
      }),
    },
  ]
}
