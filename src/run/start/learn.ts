import { missingOf } from '../../check/needs/need.ts'
import type { Session } from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { FirstQuote } from '../../probe/first-quote.ts'
import { assetOfQuote, documentIn } from '../../probe/wallet-document.ts'
import type { Signing } from '../../target-file/target.ts'
import type { Run } from '../session/run.ts'

/** Reads the wallet address document, which names the wallet's asset. A server need not have one. */
export async function readDocument(run: Run): Promise<WalletDocument | undefined> {
  const document = documentIn(await run.fetchPublic(run.facts.target.walletAddress))
  run.facts.walletAsset ??= document?.asset
  return document
}

/** Learns the wallet's asset from a quote if neither the target file nor a wallet address document names it. */
export async function learnAsset({ quoteWithoutAmount }: Start, session: Session, run: Run): Promise<void> {
  if (run.facts.walletAsset || missingOf(quoteWithoutAmount.needs, run.facts.target).length > 0) return
  const asset = assetOfQuote(await session.send(await quoteWithoutAmount.prepare(session)))
  if (asset) run.facts.walletAsset = asset
}

/**
 * Headers that a verifier may require a signature to cover in addition to the components of the interface (RFC 9421,
 * 3.2).
 */
const furtherHeaders = [['content-type'], ['content-length'], ['content-type', 'content-length']]

/**
 * The most requests: the simplest form, the other digest, each set of further headers, and each with the other digest.
 */
export const mostForms = 2 * (furtherHeaders.length + 1)

/**
 * Finds out how requests with a body must be signed. If the server refuses the simplest form and accepts another, the
 * rest of the run uses that one.
 */
export async function learnForm(
  { withBody }: Start,
  session: Session,
  run: Run,
): Promise<FirstQuote | undefined> {
  if (!run.facts.walletAsset || missingOf(withBody.needs, run.facts.target).length > 0) return undefined
  const draft = await withBody.prepare(session)
  const first = await session.send(draft)
  if (isAccepted(first)) return { draft, answer: first }
  for (const signing of formsFor(run.facts.target.signing)) {
    const answer = await session.send({ ...draft, signing })
    if (!isAccepted(answer)) continue
    run.facts.signing = { ...run.facts.signing, ...signing }
    return { draft, answer }
  }
  return { draft, answer: first }
}

const formsFor = ({ components, digest }: Signing): Array<Partial<Signing>> => {
  const other = { digest: digest === 'sha-512' ? 'sha-256' : 'sha-512' } as const
  const covering = furtherHeaders.map((names) => ({ components: [...new Set([...components, ...names])] }))
  return [other, ...covering, ...covering.map((further) => ({ ...other, ...further }))]
}
