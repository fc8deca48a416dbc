import { valueAt } from '../core/json.ts'
import type { Target } from '../target-file/target.ts'
import { isReceiverUrl } from '../target-file/target-urls.ts'
import type { KeptLedger } from './kept-tokens.ts'
import { skipToken } from './skipped-tokens.ts'
import type { GnapTransport } from './transport.ts'

export const limitedToReceiver = 'tokens.limitedToReceiver.token'

/** Returns true if a token for a single receiver is to be requested, and that receiver is not known yet. */
export function lacksReceiver({ tokens, grants }: Target): boolean {
  const isRequested = grants?.book.names().includes(limitedToReceiver) === true
  return isRequested && tokens.limitedToReceiver !== undefined && !tokens.limitedToReceiver.receiver
}

/**
 * Takes over the receiver and the interval that an earlier run's tokens were granted for. The kept tokens are of use
 * only with these.
 */
export function limitAsKept({ tokens }: Target, kept: KeptLedger | undefined): void {
  const limitsOf = (name: string) =>
    kept?.tokens
      .find((token) => token.name === name)
      ?.access.map(({ limits }) => limits)
      .find((limits) => limits !== undefined)
  const { interval } = limitsOf('tokens.limitedPerInterval.token') ?? {}
  const { receiver } = limitsOf(limitedToReceiver) ?? {}
  if (tokens.limitedPerInterval && interval !== undefined) tokens.limitedPerInterval.interval = interval
  if (tokens.limitedToReceiver && receiver !== undefined) tokens.limitedToReceiver.receiver ??= receiver
}

interface Limiting {
  target: Target
  transport: GnapTransport
  note: (text: string) => void
}

/**
 * Limits the token to the first receiver that the file lists, or to a new one. If there is neither, the token is not
 * requested.
 */
export async function limitToReceiver(limiting: Limiting): Promise<void> {
  const { target, note } = limiting
  const { tokens, receivers } = target
  const { open } = receivers.sources
  const [listed] = open?.kind === 'list' ? open.receivers : []
  const receiver = listed?.url ?? (await newReceiver(limiting))
  if (receiver !== undefined && tokens.limitedToReceiver) tokens.limitedToReceiver.receiver = receiver
  else skipToken('limitedToReceiver', 'there is no receiver that it could be limited to', { target, note })
}

/** Creates a receiver, or resolves to undefined. The run will meet the same failure again and report its reason. */
const newReceiver = async ({ target, transport }: Limiting): Promise<string | undefined> => {
  const { open } = target.receivers.sources
  if (open?.kind !== 'create') return undefined
  const outcome = await transport.send({
    method: 'POST',
    url: `${open.baseUrl}/incoming-payments`,
    key: target.signing.key,
    token: await open.token.value(),
    body: { walletAddress: open.walletAddress },
  })
  const made = 'response' in outcome && outcome.response.status < 300 ? outcome.response.json : undefined
  const id = valueAt(made, 'id')
  return typeof id === 'string' && isReceiverUrl(id) ? id : undefined
}
