import { warningHeader } from '../core/answer.ts'
import { asObject, asText, member, parsedBody } from '../core/json.ts'
import type { World } from '../state/world.ts'
import type { Exchange, Explain, Finding, RefusedBy } from './exchange.ts'
import { isRefused } from './summary.ts'

/** What is wrong with a request that was refused, or let pass with a warning: what `explain` finds, else what was said. */
export function findingsOf(exchange: Exchange, explain: Explain, world: World): readonly Finding[] {
  const warning = warningIn(exchange)
  if (!isRefused(exchange)) return warning === undefined ? [] : [{ cause: 'lenient', says: warning }]
  const found = explain(exchange, world)
  if (found.length > 0) return found
  const refusal = exchange.refusal ?? saidIn(exchange.answerBody)
  if (!refusal) return []
  const { guard, description, expected } = refusal
  return [{ cause: guard, says: description, ...(expected !== undefined && { lines: [{ expected }] }) }]
}

/** What an answer says by itself, where no guard did. */
const saidIn = (answer: Uint8Array): RefusedBy | undefined => {
  const error = asObject(member(asObject(parsedBody(answer)), 'error'))
  const [guard, description] = [asText(member(error, 'code')), asText(member(error, 'description'))]
  return guard === undefined || description === undefined ? undefined : { guard, description }
}

/** What a lenient mock let pass. */
export function warningIn({ answerHeaders }: Exchange): string | undefined {
  return answerHeaders.find(([name]) => name === warningHeader)?.[1]
}

/** An exchange in full, for JSON. */
export function shownExchange(exchange: Exchange, findings: readonly Finding[]) {
  const { id, at, method, url, targetUri, headers, status, cutOff } = exchange
  const { operation, refusal, broken } = exchange
  return {
    id,
    at: new Date(at).toISOString(),
    ...(operation !== undefined && { operation }),
    request: { method, url, targetUri, headers, ...shownBytes(exchange.body) },
    answer: { status, headers: exchange.answerHeaders, ...shownBytes(exchange.answerBody) },
    cutOff,
    ...(broken !== undefined && { broken }),
    ...(refusal && { refusal }),
    findings,
  }
}

/** As text where the bytes are UTF-8, else in base64. */
const shownBytes = (bytes: Uint8Array): { body: string } | { base64: string } => {
  const text = textIn(bytes)
  return text === undefined ? { base64: Buffer.from(bytes).toString('base64') } : { body: text }
}

export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
