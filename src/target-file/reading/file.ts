import type { LimitedKind, PlainTokenKind, TokenLimit } from '../../core/token-kinds.ts'
import type { Static } from '../../formats/schema.ts'
import type { targetFile } from '../../formats/target-file/document.ts'
import type { receiver } from '../../formats/target-file/receivers.ts'
import type { signing } from '../../formats/target-file/signing.ts'
import type { CredentialEntry } from '../keys/credential.ts'

/** The target file after it passed spec/schemas/target-file.json, which also put its defaults in. */
export type TargetFile = Static<typeof targetFile>

export type TlsEntry = TargetFile['tls']
export type SigningEntry = Static<typeof signing>
export type ReceiversEntry = TargetFile['receivers']
export type ReceiverEntry = Static<typeof receiver>

/** The entry of a token with limits. The token is undefined if it is requested. */
export interface LimitedEntry extends Partial<Record<TokenLimit, string>> {
  token: CredentialEntry | undefined
}

/** Tokens by kind: those of the file, and undefined in place of those that are requested. */
export type TokenEntries = { [Kind in PlainTokenKind]?: CredentialEntry | undefined } & {
  [Kind in LimitedKind]?: LimitedEntry | undefined
}

/** The client of the grants. Exactly one of its members is set. */
export type ClientEntry = NonNullable<TargetFile['client']>
