import { createHash } from 'node:crypto'
import { asObject, asText, isUri } from '../core/json.ts'
import type { Interaction } from '../state/resources.ts'
import { invalidRequest } from './problem.ts'

type Finish = NonNullable<Interaction['finish']>

/** Where a person goes after the decision, as a grant request has it. Throws a Problem where that is not in order. */
export function finishIn(asked: unknown): Finish | undefined {
  if (asked === undefined) return undefined
  const finish = asObject(asked)
  if (finish?.['method'] !== 'redirect') throw invalidRequest('interact.finish.method is not "redirect"')
  const uri = asText(finish['uri']) ?? ''
  if (!isUri(uri) || formTarget(uri) === undefined) {
    throw invalidRequest('interact.finish.uri is not a URL that a browser can be sent to')
  }
  const nonce = asText(finish['nonce'])
  if (!nonce) throw invalidRequest('interact.finish.nonce is not text')
  if (finish['hash_method'] !== undefined && finish['hash_method'] !== 'sha-256') {
    throw invalidRequest('interact.finish.hash_method is not "sha-256"')
  }
  return { uri, nonce }
}

/** What the form of the consent page may lead to, as a content security policy names it; undefined for other schemes. */
export function formTarget(uri: string): string | undefined {
  const [origin, scheme = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?=[/?#]|$)/i.exec(uri) ?? []
  if (origin === undefined || scheme.toLowerCase() === 'javascript') return undefined
  return /^https?$/i.test(scheme) ? origin : `${scheme}:`
}

/** Where the person goes, with what shows the client that it is the person who was asked (RFC 9635, section 4.2.1). */
export function finishUrl(interaction: Interaction, { uri, nonce }: Finish): string {
  const [address = '', ...fragment] = uri.split('#')
  const reference = interaction.reference ?? ''
  const query = new URLSearchParams({
    hash: finishHash([nonce, interaction.nonce, reference, interaction.endpoint]),
    interact_ref: reference,
  })
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}

/** RFC 9635, section 4.2.3: of the client's nonce, the server's, the reference and the URL of the grant request. */
const finishHash = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')
