import { missingOf } from '../check/need.ts'
import type { Session } from '../check/session.ts'
import { isAccepted } from '../wire/answer.ts'
import type { RunState } from './session.ts'
import type { Start } from './suite.ts'
import { assetIn, assetOfQuote } from './wallet-asset.ts'

/** The wallet address document names the asset; a server need not have one. */
export const readDocument = async (state: RunState): Promise<void> => {
  if (state.walletAsset) return
  const answer = await state.fetchPublic(state.target.walletAddress)
  if (isAccepted(answer)) state.walletAsset = assetIn(answer.response?.json)
}

/** The wallet's asset, where neither the target file nor a wallet address document names it. */
export const learnAsset = async (
  { quoteWithoutAmount }: Start,
  session: Session,
  state: RunState,
): Promise<void> => {
  if (state.walletAsset || missingOf(quoteWithoutAmount.needs, state.target).length > 0) return
  const asset = assetOfQuote(await session.send(await quoteWithoutAmount.prepare(session)))
  if (asset) state.walletAsset = asset
}

/** A server that refuses the digest and takes the other algorithm gets that for the rest of the run. */
export const learnDigest = async ({ withBody }: Start, session: Session, state: RunState): Promise<void> => {
  if (!state.walletAsset || missingOf(withBody.needs, state.target).length > 0) return
  const draft = await withBody.prepare(session)
  if (isAccepted(await session.send(draft))) return
  const digest = state.target.signing.digest === 'sha-512' ? 'sha-256' : 'sha-512'
  if (isAccepted(await session.send({ ...draft, signing: { digest } }))) state.signing = { digest }
}
