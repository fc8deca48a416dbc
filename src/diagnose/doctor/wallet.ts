import { isSameUrl } from '../../core/urls.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import { misnamedParameter } from '../../probe/named-in-file.ts'
import { unofferedProfile } from '../../probe/offered-operations.ts'
import { assetOfDocument } from '../../probe/wallet-document.ts'
import type { Target } from '../../target-file/target.ts'
import type { DoctorContext } from './context.ts'
import { asFinding, contradicts, type DoctorFinding, fails, warns } from './finding.ts'
import { walletOfFirst } from './probes/wallet.ts'
import { listOutgoing } from './requests.ts'
import { proberOf } from './trials.ts'

/**
 * Compares the wallet address with its own document and with the first page of its list, and checks the names of the
 * list parameters.
 */
export async function lookAtWallet({
  target,
  trials,
  report,
  document,
  asset,
  list,
}: DoctorContext): Promise<void> {
  const prober = proberOf(trials)
  if (document) for (const finding of contradictions(target, document, isAccepted(list))) report.note(finding)
  if (isAccepted(list)) {
    report.note(contradicts(await misnamedParameter(prober, listOutgoing(target), list)))
    const listed = walletOfFirst(list)
    if (listed !== undefined && !isSameUrl(listed, target.walletAddress))
      report.note(otherItems(listed, target))
  }
  report.note(contradicts(await unofferedProfile(prober)))
  if (!asset) report.note(assetUnknown)
  const { profile } = target
  report.isGood(
    'wallet',
    `${target.walletAddress}${asset ? `, ${asset.assetCode} with scale ${asset.assetScale}` : ''}`,
  )
  report.isGood(
    'profile',
    `${profile.name}: scheme ${profile.authorizationScheme}, ${profile.query.walletAddress} and ${profile.query.first} work`,
  )
}

/**
 * Returns the points in which the wallet address document contradicts the target file. `isVerified`: the server has
 * accepted a signature for baseUrl.
 */
export function contradictions(
  target: Target,
  document: WalletDocument,
  isVerified: boolean,
): DoctorFinding[] {
  const { walletAddress, baseUrl } = target
  const { id, resourceServer } = document
  const asset = assetOfDocument(target, document)
  return [
    ...(asset ? [asFinding(asset)] : []),
    ...(id !== undefined && !isSameUrl(id, walletAddress) ? [idDiffers(id)] : []),
    ...(resourceServer !== undefined && !isSameUrl(resourceServer, baseUrl)
      ? [
          isVerified && isItself(resourceServer, target)
            ? verifiesAnother(resourceServer, baseUrl)
            : serverDiffers(resourceServer),
        ]
      : []),
  ]
}

const idDiffers = (id: string): DoctorFinding =>
  warns({
    fact: `The wallet address document says that its id is ${id}`,
    place: ['walletAddress'],
    next: `write walletAddress: ${id} if your server uses that URL in its responses`,
  })

const serverDiffers = (resourceServer: string): DoctorFinding =>
  warns({
    area: 'wallet',
    fact: `The wallet address document names ${resourceServer} as its resource server`,
    place: ['baseUrl'],
    next: `write baseUrl: ${resourceServer} if that is the server to judge, and set connectUrl if it is reached under another URL`,
  })

/** Returns true for the URL at which the target is reached, or its base URL with another scheme. */
const isItself = (resourceServer: string, { baseUrl, connection }: Target): boolean =>
  isSameUrl(resourceServer, connection.url) ||
  isSameUrl(resourceServer.replace(/^https?:/i, ''), baseUrl.replace(/^https?:/i, ''))

/** The server is behind a proxy and builds the URL of a request itself. To change baseUrl would make it refuse everything. */
const verifiesAnother = (resourceServer: string, baseUrl: string): DoctorFinding =>
  warns({
    area: 'wallet',
    fact: `The wallet address document names ${resourceServer} as its resource server, but the server verifies signatures against ${baseUrl}, so it refuses clients that sign the published URL`,
    next: `leave baseUrl as it is, and let the server learn the published URL from the proxy in front of it (${forwarded(resourceServer, baseUrl)}); then write baseUrl: ${resourceServer}`,
  })

const forwarded = (published: string, verified: string): string =>
  new URL(published).host === new URL(verified).host ? 'X-Forwarded-Proto' : 'Host or X-Forwarded-Host'

const assetUnknown: DoctorFinding = fails({
  fact: 'The asset of walletAddress is unknown: it is not in the target file, the wallet address document or a quote',
  place: ['walletAsset'],
  next: 'add walletAsset: { assetCode: …, assetScale: … }',
})

const otherItems = (listed: string, { walletAddress, profile }: Target): DoctorFinding =>
  fails({
    fact: `The list of ${walletAddress} begins with an item of ${listed}`,
    place: ['walletAddress'],
    next: `write walletAddress: ${listed} if that is the same wallet, or profileOverrides: { query: { walletAddress: … } } if your server uses a different name for the parameter ${profile.query.walletAddress}`,
  })
