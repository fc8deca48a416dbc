import type { ExchangeEvent } from '../../core/events.ts'
import { curlOf } from '../curl.ts'
import { answerHead, requestHead } from '../text/exchange-text.ts'
import { bodyText } from './body.ts'
import { copyable } from './copyable.ts'
import { type Html, html, linesOf } from './escape.ts'

const mostOfLine = 4000

/** The longest command, in characters, that shells accept. */
const mostOfCommand = 100_000

export interface ShownExchange {
  /** An id that is unique on the page. */
  id: string
  title: string
  exchange: ExchangeEvent
  /** The places that are marked in the bodies, as JSON Pointers. */
  inRequest?: readonly string[]
  inResponse?: readonly string[]
}

/** Shows an exchange as it was recorded, collapsed, with its request as a curl command. */
export function exchangeDetails({ id, title, exchange, inRequest, inResponse }: ShownExchange): Html {
  const { request, response } = exchange
  return html`<details><summary>${title}</summary><div class="exchange">
<section><h4>Request</h4><pre>${linesOf(requestHead(request, mostOfLine))}${body(request.body, inRequest)}</pre></section>
<section><h4>Response</h4><pre>${linesOf(answerHead(exchange, mostOfLine))}${body(response?.body, inResponse, response?.cut)}</pre></section>
${request.signing && html`<section><h4>Signature base</h4><pre>${linesOf(request.signing.base)}</pre></section>`}
${asCurl(id, curlOf(request))}
</div></details>`
}

const body = (text = '', places: readonly string[] = [], cut?: number): Html | false =>
  text !== '' && html`\n\n${bodyText(text, places, cut)}`

const asCurl = (id: string, command: string): Html | false =>
  command.length <= mostOfCommand &&
  html`<section><h4>As curl, with digests in place of secrets</h4>${copyable({ id, text: command, label: 'Copy as curl' })}</section>`
