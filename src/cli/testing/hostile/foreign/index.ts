import { authorizationServers } from './authorization-servers.ts'
import { bundles } from './bundles.ts'
import type { Foreign } from './foreign.ts'
import { hars } from './hars.ts'
import { records } from './records.ts'
import { wallets } from './wallets.ts'

/** Everything foreign that is given to commands. */
export const foreigns: readonly Foreign[] = [
  ...wallets,
  ...authorizationServers,
  ...bundles,
  ...hars,
  ...records,
]
