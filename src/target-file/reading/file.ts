import type { Static } from '../../formats/schema.ts'
import type { targetFile } from '../../formats/target-file/document.ts'
import type { receiver } from '../../formats/target-file/receivers.ts'
import type { signing } from '../../formats/target-file/signing.ts'

/** The target file after it passed spec/schemas/target-file.json, which also put its defaults in. */
export type TargetFile = Static<typeof targetFile>

export type TlsEntry = TargetFile['tls']
export type SigningEntry = Static<typeof signing>
export type TokenEntries = TargetFile['tokens']
export type ReceiversEntry = TargetFile['receivers']
export type ReceiverEntry = Static<typeof receiver>

/** The client of the grants. Exactly one of its members is set. */
export type ClientEntry = NonNullable<TargetFile['client']>
