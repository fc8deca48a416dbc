import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import { receiverKinds } from '../core/receiver.ts'
import { withoutSlash } from './connection.ts'
import type { CredentialEntry } from './credential.ts'
import type { ReceiverEntry, ReceiversEntry } from './file.ts'
import type { Credential, ReceiverSource, Receivers } from './target.ts'

export type TokenOf = (entry: CredentialEntry, name: string) => Credential

/** Where the receivers of each kind come from, as the file says. */
export function receiversOf(entry: ReceiversEntry, tokenOf: TokenOf): Receivers {
  const sources = receiverKinds.flatMap((kind) => {
    const source = sourceOf(kind, entry, tokenOf)
    return source ? [[kind, source] as const] : []
  })
  const { access } = entry
  return {
    ...(access ? { access: tokenOf(access.token, 'receivers.access.token') } : {}),
    ...(access?.baseUrl === undefined ? {} : { accessBaseUrl: withoutSlash(access.baseUrl) }),
    sources: Object.fromEntries(sources),
  }
}

// An empty list is a list: the command is not asked for that kind.
const sourceOf = (
  kind: ReceiverKind,
  { [kind]: own, command }: ReceiversEntry,
  tokenOf: TokenOf,
): ReceiverSource | undefined => {
  if (own === undefined) return command && { kind: 'command', command }
  if (Array.isArray(own)) return own.length > 0 ? { kind: 'list', receivers: own.map(receiverOf) } : undefined
  const { walletAddress, baseUrl, token } = own.create
  return {
    kind: 'create',
    walletAddress,
    baseUrl: withoutSlash(baseUrl),
    token: tokenOf(token, `receivers.${kind}.create.token`),
  }
}

const receiverOf = (entry: ReceiverEntry): Receiver => (typeof entry === 'string' ? { url: entry } : entry)
