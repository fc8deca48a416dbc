import type { Shown } from '../core/answer.ts'
import { authServerUrl, walletUrl } from '../state/lookup.ts'
import type { Client, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** What anyone may know of a wallet address: whom to ask for grants and payments, and in which asset. */
export function walletAddressDocument(world: World, wallet: Wallet): Shown {
  return {
    id: walletUrl(world, wallet),
    publicName: publicNameOf(wallet),
    assetCode: wallet.asset.assetCode,
    assetScale: wallet.asset.assetScale,
    authServer: authServerUrl(world),
    resourceServer: world.publicUrl,
  }
}

export function publicNameOf({ name }: Wallet): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/**
 * The keys that a client of this wallet address may sign with. Every key that the world knows is one of each of its
 * wallets, so that any wallet will do for a client; Open Payments has Ed25519 keys alone.
 */
export function keySetOf({ keys }: World): Shown {
  return { keys: [...keys.values()].flatMap(jwkOf) }
}

const jwkOf = ({ key: { keyId, key } }: Client): Shown[] => {
  const { kty, crv, x } = key.export({ format: 'jwk' })
  return crv === 'Ed25519' ? [{ kid: keyId, alg: 'EdDSA', use: 'sig', kty, crv, x }] : []
}
