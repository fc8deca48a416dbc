import { STATUS_CODES } from 'node:http'
import { furtherRoutes } from './further-routes.ts'
import { type Route, routes } from './routes.ts'

/** What the specifications that are served have otherwise than each other. */
export interface Profile {
  name: string
  routes: readonly Route[]
  /** Whether payments say when they last changed. */
  showsUpdatedAt: boolean
  /** Whether a list has to be asked for with its wallet address. */
  listsByWalletOnly: boolean
  /** Whether a request body may have no other fields than those of its schema. */
  closesBodies: boolean
  /** The body of a refusal; empty where it has none. */
  refusalText: (status: number, because: string) => string
}

const ofInterface: Profile = {
  name: 'interface',
  routes,
  showsUpdatedAt: true,
  listsByWalletOnly: false,
  closesBodies: false,
  refusalText: (status, because) => (status === 401 ? '' : JSON.stringify(because)),
}

const openPayments: Profile = {
  name: 'open-payments-1.3',
  routes: [...furtherRoutes, ...routes],
  showsUpdatedAt: false,
  listsByWalletOnly: true,
  closesBodies: true,
  refusalText: (status, because) =>
    JSON.stringify({ error: { code: codeOf(status), description: because, details: { status } } }),
}

/** Such as `not_found`. */
const codeOf = (status: number): string => String(STATUS_CODES[status]).toLowerCase().replaceAll(' ', '_')

export const profiles: ReadonlyMap<string, Profile> = new Map([
  ['interface', ofInterface],
  ['open-payments-1.3', openPayments],
  ['open-payments', openPayments],
])
