import { shown } from './money.ts'
import { clockPath } from './server.ts'
import { type ReceiverKind, tokenInterval, tokenLimit, type World } from './world.ts'

/** The target file of op-conformance for a server that has just begun. It holds private keys. */
export function targetFile({ profile, origin, baseUrl, wallets, keys, tokenOf, receivers }: World): string {
  const { code, scale } = wallets.ada.asset
  const urls = (kind: ReceiverKind) => receivers[kind].map(({ id }) => id)
  const file = {
    version: 1,
    name: 'minimal-server',
    profile: profile.name,
    baseUrl,
    walletAddress: wallets.ada.url,
    walletAsset: { assetCode: code, assetScale: scale },
    signing: { privateKey: keys.client },
    tokens: {
      full: tokenOf.full,
      readOnly: tokenOf.readOnly,
      writeOnly: tokenOf.writeOnly,
      expired: tokenOf.expired,
      revoked: tokenOf.revoked,
      rotated: tokenOf.rotated,
      ownOnly: tokenOf.ownOnly,
      limited: { token: tokenOf.limited, debitAmount: String(tokenLimit) },
      limitedPerInterval: {
        token: tokenOf.limitedPerInterval,
        debitAmount: String(tokenLimit),
        interval: tokenInterval,
      },
      limitedReceive: { token: tokenOf.limitedReceive, receiveAmount: String(tokenLimit) },
      limitedToReceiver: { token: tokenOf.limitedToReceiver, receiver: urls('open')[0] },
    },
    otherKey: { privateKey: keys.otherKey, boundElsewhere: true },
    otherClient: { signing: { privateKey: keys.otherClient }, token: tokenOf.otherClient },
    otherWallet: { walletAddress: wallets.bob.url, token: tokenOf.otherWallet },
    receivers: {
      access: { token: tokenOf.receivers },
      open: urls('open'),
      fixed: receivers.fixed.map(({ id, incomingAmount }) => ({
        url: id,
        ...(incomingAmount ? { incomingAmount: shown(incomingAmount) } : {}),
      })),
      otherAsset: urls('otherAsset'),
      expired: urls('expired'),
      expiring: urls('expiring'),
      completed: urls('completed'),
      failing: urls('failing'),
    },
    incomingPayments: wallets.ada.incoming.map(({ id }) => id),
    limits: { requestTimeout: '20s', settleTimeout: '5s', controlValue: '100', maxDebitValue: '1000' },
    clock: { url: origin + clockPath },
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
