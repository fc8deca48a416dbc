import { badRequest } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import { firstWallet } from '../state/lookup.ts'
import type { Wallet } from '../state/resources.ts'
import type { Context } from '../state/world.ts'
import { indexOfCursor, pageSize } from './page.ts'

/** The wallet whose items are listed: the one that is asked for, if there is such a one; else the token's. */
export function listedWallet({ subject, token, world, query }: Context): Wallet | undefined {
  return query.has('wallet-address') ? subject.wallet : (token?.wallets[0] ?? firstWallet(world))
}

/** The cursor that is asked for, as it was before clients saw it. */
export function cursorIn({ world, query }: Context): string | undefined {
  const shown = query.get('cursor')
  return shown === null ? undefined : world.readCursor(shown)
}

/** A page size as it is asked for: absent where it is none from 1 to 100. */
export function sizeOf(text: string | null): number | undefined {
  const size = text !== null && /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  return size >= pageSize.minimum && size <= pageSize.maximum ? size : undefined
}

/** The interface leaves open what other values do; the mock is strict. */
const openParameters = 'list.open.parameters'

const sizeInRange = (name: 'first' | 'last'): Guard => ({
  id: `page-${name}-in-range`,
  family: 'rule',
  requirement: openParameters,
  refuses: ({ query }) =>
    query.has(name) && sizeOf(query.get(name)) === undefined
      ? badRequest(`${name} is not a number from ${pageSize.minimum} to ${pageSize.maximum}`)
      : undefined,
})

const oneDirection: Guard = {
  id: 'page-one-direction',
  family: 'rule',
  requirement: openParameters,
  refuses: ({ query }) =>
    query.has('first') && query.has('last') ? badRequest('first and last exclude each other') : undefined,
}

const cursorKnown = (items: (context: Context) => readonly { id: string }[]): Guard => ({
  id: 'page-cursor-known',
  family: 'rule',
  requirement: openParameters,
  refuses: (context) => {
    const cursor = cursorIn(context)
    return cursor !== undefined && indexOfCursor(items(context), cursor) === -1
      ? badRequest('cursor is none that this list has given out')
      : undefined
  },
})

/** The guards of a list over these items. */
export function pageGuards(items: Parameters<typeof cursorKnown>[0]): Guard[] {
  return [sizeInRange('first'), sizeInRange('last'), oneDirection, cursorKnown(items)]
}
