import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { warningIn } from '../../../mock/exchanges/shown.ts'
import { colorsFor } from '../../report/document/terminal.ts'
import { line } from '../../report/text/printable.ts'
import { type Io, isLively } from '../environment.ts'

type Streams = Pick<Io, 'stderr' | 'env'>

/**
 * Writes a line for each request that was refused, or accepted with a warning. `says` returns the reason for a refusal
 * as far as it is known immediately. The rest is found when a user looks up the exchange.
 */
export function refusalLog({ stderr, env }: Streams): (exchange: Exchange, says: () => string) => void {
  const paint = colorsFor(isLively(stderr, env))
  return (exchange, says) => {
    const { method, url, status, refusal } = exchange
    const warning = refusal ? undefined : warningIn(exchange)
    if (!refusal && warning === undefined) return
    const head = `${status} ${method} ${beginning(url)}`
    const told = refusal ? `${refusal.guard}: ${says()}` : `warning: ${warning}`
    stderr.write(line`${refusal ? paint.failure(head) : paint.warning(head)}  ${told.trim()}\n`)
  }
}

const beginning = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url)
