import { gunzipSync } from 'node:zlib'
import { ConfigurationError } from '../../core/errors.ts'

/** The largest file in a bundle, unpacked. The record of a whole run has some 70 MiB. */
export const largestFile = 256 * 1024 * 1024

/** A file of a bundle. The limit counts the bytes that come out, whatever the archive says of its size. */
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
