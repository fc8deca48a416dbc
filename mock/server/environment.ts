import { createPrivateKey } from 'node:crypto'
import { identityProviderSecret } from '../auth/identity-provider.ts'
import { authServerUrl, firstWallet, incomingPaymentUrl, tokenOf, walletUrl } from '../state/lookup.ts'
import type { World } from '../state/world.ts'

export type MockEnvironment = Readonly<Record<string, string>>

/** Writes the variables as export lines for a POSIX shell. */
export function environmentText(environment: MockEnvironment): string {
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join('')
}

/** The variables that a client needs to use the mock. Values that the mock does not know are left out. */
export function environmentOf(world: World): MockEnvironment {
  const known = Object.entries(valuesOf(world)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(known)
}

const valuesOf = (world: World): Record<string, string | undefined> => {
  const wallet = firstWallet(world)
  const { value, client } = tokenOf(world, wallet)
  const receiver = [...world.incomingPayments.all()].find((payment) => payment.kind === 'open')
  return {
    OP_BASE_URL: world.publicUrl,
    OP_AUTH_SERVER: authServerUrl(world),
    OP_WALLET_ADDRESS: walletUrl(world, wallet),
    OP_IDP_SECRET: identityProviderSecret(world),
    OP_TOKEN: value,
    OP_KEY_ID: client.key.keyId,
    OP_PRIVATE_KEY: client.privateJwk && pemOf(client.privateJwk),
    OP_RECEIVER: receiver && incomingPaymentUrl(world, receiver),
    OP_RECEIVER_WALLET_ADDRESS: receiver && walletUrl(world, receiver.wallet),
  }
}

const pemOf = (jwk: Readonly<Record<string, string>>): string =>
  createPrivateKey({ key: { ...jwk }, format: 'jwk' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
    .trim()

/** Quotes a value for the shell. Nothing has a special meaning in single quotes, not even a line break. */
const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`
