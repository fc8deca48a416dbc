import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { readBytes } from '../../core/text-file.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import type { Io } from '../environment.ts'
import { readHttpText } from './http-text.ts'

/** A request that the command line names: one of a run's report, or one that is given in full. */
export type WantedRequest = { report: string; check: string } | { message: HttpRequest }

/** Reads the request that `words` name: FILE, or REPORT CHECK. */
export async function wantedRequest(
  words: readonly string[],
  { baseUrl }: { baseUrl?: string },
  { cwd }: Io,
): Promise<WantedRequest> {
  const [first = '', second, ...others] = words
  if (second === undefined) return { message: readHttpText(await bytesOf(first, cwd), first, baseUrl) }
  if (others.length === 0) return { report: first, check: second }
  throw new ConfigurationError(
    'ERR_REQUEST_WORDS',
    `"${first}" and ${words.length - 1} more words do not name a request; give a FILE, or a REPORT and a CHECK`,
  )
}

const bytesOf = (path: string, cwd: string): Promise<Buffer> =>
  readBytes(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_REQUEST_UNREADABLE',
      `${path} ${whyUnreadable(error)}; give the path of a file with the request`,
    )
  })
