import { createRedactor, type Redactor } from '../../http/records/redact.ts'
import { type Printable, withoutRunnerCommands } from '../../report/text/printable.ts'
import type { Secret } from '../../target-file/target.ts'
import type { Io, Stream } from '../environment.ts'

/**
 * The environment of commands. The secrets that they hide appear on none of its streams, not even if a command crashes.
 */
export interface GuardedIo extends Io {
  /** Standard output without redaction, for texts that are public anyway, such as the keys of test vectors. */
  published: Stream
  /** Hides these secrets from now on, and those added to the list later. */
  hide: (secrets: readonly Secret[]) => Redactor
}

export function guarded(io: Io): GuardedIo {
  let redactor = createRedactor([])
  const isOfRunner = io.env['GITHUB_ACTIONS'] === 'true'
  const shorn = (text: string): string => (isOfRunner ? withoutRunnerCommands(text) : text)
  const guard = (stream: Stream): Stream => ({
    // The two changes cannot add characters that a terminal obeys.
    write: (text) => stream.write(shorn(redactor.text(text)) as Printable),
    isTTY: stream.isTTY,
    columns: stream.columns,
  })
  return {
    ...io,
    published: io.stdout,
    stdout: guard(io.stdout),
    stderr: guard(io.stderr),
    hide: (secrets) => {
      redactor = createRedactor(secrets)
      return redactor
    },
  }
}
