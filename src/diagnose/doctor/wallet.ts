import { type Asset, sameAsset } from '../../core/amount.ts'
import { isObject } from '../../core/json.ts'
import { isSameUrl } from '../../core/same-url.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { Target } from '../../target-file/target.ts'
import type { DoctorContext } from './context.ts'
import type { DoctorFinding } from './finding.ts'
import { walletOfFirst } from './probes/wallet.ts'

/** The wallet address beside its own document and the first page of its list; the names that the list goes by. */
export function lookAtWallet({ target, report, document, asset, list }: DoctorContext): void {
  if (document) for (const finding of contradictions(target, document)) report.note(finding)
  if (isAccepted(list)) {
    report.note(tooMany(list.response?.json, target))
    const listed = walletOfFirst(list)
    if (listed !== undefined && !isSameUrl(listed, target.walletAddress))
      report.note(otherItems(listed, target))
  }
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

/** Where the wallet address document says otherwise than the target file. */
export function contradictions(
  { walletAddress, walletAsset, baseUrl }: Target,
  { id, asset, resourceServer }: WalletDocument,
): DoctorFinding[] {
  return [
    ...(walletAsset && asset && !sameAsset(walletAsset, asset) ? [assetDiffers(asset)] : []),
    ...(id !== undefined && !isSameUrl(id, walletAddress) ? [idDiffers(id)] : []),
    ...(resourceServer !== undefined && !isSameUrl(resourceServer, baseUrl)
      ? [serverDiffers(resourceServer)]
      : []),
  ]
}

const assetDiffers = ({ assetCode, assetScale }: Asset): DoctorFinding => ({
  area: 'wallet',
  weight: 'fails',
  fact: `The wallet address document says ${assetCode} with scale ${assetScale}, but walletAsset says something else`,
  place: ['walletAsset'],
  next: `set walletAsset: { assetCode: ${assetCode}, assetScale: ${assetScale} }, or remove it`,
})

const idDiffers = (id: string): DoctorFinding => ({
  area: 'wallet',
  weight: 'warns',
  fact: `The wallet address document says that its id is ${id}`,
  place: ['walletAddress'],
  next: `write walletAddress: ${id} if your server uses that URL in its responses`,
})

const serverDiffers = (resourceServer: string): DoctorFinding => ({
  area: 'wallet',
  weight: 'warns',
  fact: `The wallet address document names ${resourceServer} as its resource server`,
  place: ['baseUrl'],
  next: `write baseUrl: ${resourceServer} if that is the server to judge, and set connectUrl if it is reached under another URL`,
})

const assetUnknown: DoctorFinding = {
  area: 'wallet',
  weight: 'fails',
  fact: 'The asset of walletAddress is unknown: it is not in the target file, the wallet address document or a quote',
  place: ['walletAsset'],
  next: 'add walletAsset: { assetCode: …, assetScale: … }',
}

const tooMany = (page: unknown, { profile }: Target): DoctorFinding | undefined => {
  const result = isObject(page) ? page['result'] : undefined
  if (!Array.isArray(result) || result.length < 2) return undefined
  return {
    area: 'profile',
    weight: 'fails',
    fact: `The server answers ${result.length} items, but ${profile.query.first}=1 asks for one item`,
    place: ['profileOverrides', 'query', 'first'],
    next: 'set profileOverrides: { query: { first: … } } with the name that your server uses for the count of items, if it uses a different name',
  }
}

const otherItems = (listed: string, { walletAddress, profile }: Target): DoctorFinding => ({
  area: 'wallet',
  weight: 'fails',
  fact: `The list of ${walletAddress} begins with an item of ${listed}`,
  place: ['walletAddress'],
  next: `write walletAddress: ${listed} if that is the same wallet, or profileOverrides: { query: { walletAddress: … } } if your server uses a different name for the parameter ${profile.query.walletAddress}`,
})
