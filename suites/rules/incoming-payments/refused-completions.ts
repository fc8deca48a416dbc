import type { Seen } from '../../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory, type Memory } from '../../../src/check/memory.ts'
import { resourcesIn } from '../../../src/check/resource.ts'
import { numberOf } from '../../../src/core/amount.ts'
import { urlKey } from '../../../src/core/urls.ts'
import { isRefused } from '../../../src/http/answers/answer.ts'
import { lastSegment } from '../../../src/http/path-segment.ts'
import { asAmount, asMoment } from '../../support/fields.ts'

/** Outcomes of the requests to complete one incoming payment. */
interface AskedCompletion {
  /** The first request that was refused. */
  refused?: { number: number; received: number }
  /** Set if a request was accepted, or if its outcome is unknown. */
  mayBeDone?: true
}

/** A response that shows an incoming payment that can be completed only on request. */
interface CompletionView {
  key: string
  id: string
  completed: boolean
  exchange: number
  sent: number
  received: number
}

/** Milliseconds. The Date header holds whole seconds. */
const margin = 2000

/**
 * A view is judged when every request that was sent before its response came is over, because one of them may have
 * completed the incoming payment. Only incoming payments of this run count, because nobody else knows them.
 */
export const refusedCompletions = ruleOf({
  id: 'rules/refused-completions',
  title: 'An incoming payment whose completion was refused keeps receiving',
  detects: 'complete-incoming-payment:refused-after:token-known',
  verifies: 'complete-incoming-payment.refused.nothing-completed',
  operations: ['complete-incoming-payment', 'get-incoming-payment', 'list-incoming-payments'],
  shownBy: ['tokens/unknown', 'last-look/everything-once-more'],
  start: (facts) => {
    const made = createMemory<true>()
    const asked = createMemory<AskedCompletion>()
    let waiting: CompletionView[] = []
    return (seen) => {
      if (seen.exchange.operation === 'create-incoming-payment')
        for (const { id } of resourcesIn(seen, 'incoming-payment')) made.set(keyOf(id), true)
      note(asked, seen)
      waiting.push(...viewsIn(seen).filter(({ key }) => asked.get(key)?.refused && made.get(key)))
      const ready = waiting.filter(({ received }) => facts.isOver(received))
      waiting = waiting.filter(({ received }) => !facts.isOver(received))
      return ready.flatMap((view) => judged(view, asked.get(view.key)))
    }
  },
})

/** A request may write unreserved characters of the id as escapes. */
const keyOf = (url: string): string => lastSegment(urlKey(url))

const note = (asked: Memory<AskedCompletion>, { exchange }: Seen): void => {
  const { operation, number, received, request } = exchange
  if (operation !== 'complete-incoming-payment') return
  const key = keyOf(urlKey(request.url).replace(/\/complete(?=$|[?#])/, ''))
  const before = asked.get(key) ?? {}
  const refused = isRefused(exchange) ? { number, received } : undefined
  asked.set(key, refused ? { refused, ...before } : { ...before, mayBeDone: true })
}

/** Skips incoming payments that have received something or may have expired: they can complete without a request. */
const viewsIn = (seen: Seen): CompletionView[] => {
  const { number: exchange, sent, received, response } = seen.exchange
  const now = asMoment(response?.headers['date']) ?? Number.POSITIVE_INFINITY
  return resourcesIn(seen, 'incoming-payment').flatMap(({ id, fields }) => {
    const came = asAmount(fields['receivedAmount'])
    const expiresAt = fields['expiresAt'] === undefined ? undefined : asMoment(fields['expiresAt'])
    const isLive = fields['expiresAt'] === undefined || now + margin < (expiresAt ?? 0)
    if (!came || numberOf(came) > 0n || !isLive || typeof fields['completed'] !== 'boolean') return []
    return [{ key: keyOf(id), id, completed: fields['completed'], exchange, sent, received }]
  })
}

const judged = (
  { id, completed, exchange, sent }: CompletionView,
  asked: AskedCompletion | undefined,
): RuleResult[] => {
  const { refused, mayBeDone } = asked ?? {}
  if (!refused || mayBeDone || sent <= refused.received) return []
  return [
    {
      resource: id,
      held: !completed,
      want: 'completed false, because every request to complete it was refused',
      got: `completed ${completed}`,
      exchange,
      earlier: refused.number,
    },
  ]
}
