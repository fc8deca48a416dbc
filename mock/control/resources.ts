import { shownResources } from '../live/resources.ts'
import type { Control } from './control.ts'
import { wholeNumber } from './reading.ts'

/** Wallets, and the latest quotes and payments as they are at that moment, those that changed last first. */
export const showResources: Control = {
  method: 'get',
  path: '/resources',
  keys: [],
  parameters: ['limit'],
  work: ({ world }, _body, { query }) =>
    shownResources(world, wholeNumber(query.get('limit') ?? 50, 'limit', { least: 1, most: 1000 })),
}
