import { createPrivateKey } from 'node:crypto'
import { operationIds } from '../../core/operations.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import type { Connection, Credential, Target, TargetLimits } from '../../target-file/target.ts'

/** The key test-key-ed25519 of RFC 9421, B.1.4. */
export const testKey: SigningKey = {
  name: 'signing',
  keyId: 'test-key-ed25519',
  alg: 'EdDSA',
  privateKey: createPrivateKey(
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n',
  ),
}

export const plainSigning: Target['signing'] = {
  key: testKey,
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest'],
  parameters: ['created', 'keyid'],
  digest: 'sha-512',
}

export function tokenOf(name: string, value: string): Credential {
  return { name, value: async () => value }
}

export const fullToken = tokenOf('tokens.full', 'OS9M2PMHKUR64TB8N6BW7OZB8CDFONP219RP1LT0')

const limits: TargetLimits = {
  settleTimeout: 20_000,
  maxWait: 0,
  requestsPerSecond: 0,
  maxRequests: 1000,
  maxPayments: 10,
  maxDebitValue: 1000n,
  debitBudget: 10_000n,
}

const profile: Target['profile'] = {
  name: 'interface',
  operations: [...operationIds],
  query: { walletAddress: 'wallet-address', cursor: 'cursor', first: 'first', last: 'last' },
  authorizationScheme: 'GNAP',
  publicAuthServer: 'authServer',
  directPayment: { incomingPayment: 'incomingPayment', debitAmount: 'debitAmount' },
  pageSize: { minimum: 1, maximum: 100 },
  refusals: {},
}

export interface TargetChanges {
  connection?: Partial<Connection>
  limits?: Partial<TargetLimits>
  secrets?: Target['secrets']
  origins?: Target['origins']
  tokens?: Partial<Target['tokens']>
}

/** Returns a target with nothing but the parts that a request needs. */
export function targetAt(baseUrl: string, changes: TargetChanges = {}): Target {
  return {
    name: 'test',
    file: 'op-conformance.yaml',
    line: 1,
    folder: '/home/me',
    placeOf: (path) => `op-conformance.yaml:1: ${path.join('.')}`,
    profile,
    profileOverrides: {},
    baseUrl,
    walletAddress: `${new URL(baseUrl).origin}/alice`,
    connection: {
      url: baseUrl,
      headers: {},
      tls: { verify: true },
      requestTimeout: 5000,
      ...changes.connection,
    },
    origins: changes.origins ?? [],
    signing: plainSigning,
    tokens: { full: fullToken, ...changes.tokens },
    receivers: { sources: {} },
    incomingPayments: [],
    limits: { ...limits, ...changes.limits },
    secrets: changes.secrets ?? [],
  }
}
