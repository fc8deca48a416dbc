import { STATUS_CODES } from 'node:http'
import { furtherRoutes } from './further-routes.ts'
import { type Route, routes } from './routes.ts'

/** Differences between the specifications that the server can follow. */
export interface Profile {
  name: string
  routes: readonly Route[]
  /** Set if payments show when they last changed. */
  showsUpdatedAt: boolean
  /** Set if a list requires the wallet address in its query. */
  listsByWalletOnly: boolean
  /** Set if a request body may have no other fields than those of its schema. */
  closesBodies: boolean
  /** The body of a refusal, or empty if it has none. */
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

/** The code of a refusal, such as `not_found`. */
const codeOf = (status: number): string => String(STATUS_CODES[status]).toLowerCase().replaceAll(' ', '_')

export const profiles: ReadonlyMap<string, Profile> = new Map([
  ['interface', ofInterface],
  ['open-payments-1.3', openPayments],
  ['open-payments', openPayments],
])
