import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { warningIn } from '../../../mock/exchanges/shown.ts'
import { colorsFor } from '../../report/colors.ts'
import { escapeControl } from '../../report/escape-control.ts'
import { type Io, isLively } from '../environment.ts'

interface Log {
  /** Milliseconds that never go back. */
  monotonic: Io['monotonic']
  stderr: Io['stderr']
  env: Io['env']
}

/** The likeliest cause of a refusal, in a sentence. May take a quarter of a second. */
type ExplainRefusal = () => string | undefined

/** Of the time that passes, no more than this share is spent on explaining, and this long beside it. */
const share = 0.1
const burst = 2000

/** Writes a line for each request that was refused, or let pass with a warning. */
export function refusalLog({
  monotonic,
  stderr,
  env,
}: Log): (exchange: Exchange, explain: ExplainRefusal) => void {
  const paint = colorsFor(isLively(stderr, env))
  const begun = monotonic()
  let spent = 0

  /** What the guard itself says, where there are too many to explain. */
  const sentence = ({ refusal }: Exchange, explain: ExplainRefusal): string | undefined => {
    const before = monotonic()
    const { description } = refusal ?? {}
    if (spent > burst + share * (before - begun)) return description && `${description}.`
    const says = explain()
    spent += monotonic() - before
    return says
  }
  return (exchange, explain) => {
    const warning = warningIn(exchange)
    const { method, url, status, refusal } = exchange
    if (!refusal && warning === undefined) return
    const head = escapeControl(`${status} ${method} ${beginning(url)}`)
    const told = refusal ? `${refusal.guard}: ${sentence(exchange, explain) ?? ''}` : `warning: ${warning}`
    stderr.write(
      `${refusal ? paint.grade.failure(head) : paint.grade.warning(head)}  ${escapeControl(told).trim()}\n`,
    )
  }
}

const beginning = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url)
