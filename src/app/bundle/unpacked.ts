import { gunzipSync } from 'node:zlib'
import { ConfigurationError } from '../../core/errors.ts'

/** The largest size of an unpacked file in a bundle, in bytes. The record of a whole run has some 70 MiB. */
export const largestFile = 256 * 1024 * 1024

/** Unpacks a file of a bundle. The limit counts the bytes that come out, whatever size the archive states. */
export function unpacked(content: string, name: string, most = largestFile): Buffer {
  try {
    return gunzipSync(Buffer.from(content, 'base64'), { maxOutputLength: most })
  } catch (error) {
    const isTooLarge = Object(error).code === 'ERR_BUFFER_TOO_LARGE'
    throw new ConfigurationError(
      'ERR_BUNDLE_UNREADABLE',
      `the bundle cannot be read: ${name} in it ${isTooLarge ? `is larger than ${most / 1024 / 1024} MiB` : 'is not a gzip archive'}; name a bundle that op-conformance wrote`,
    )
  }
}
