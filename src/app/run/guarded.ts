import { createRedactor, type Redactor } from '../../http/records/redact.ts'
import type { Printable } from '../../report/text/printable.ts'
import { withoutRunnerCommands } from '../../report/text/runner-commands.ts'
import type { Secret } from '../../target-file/target.ts'
import type { Io, Stream } from '../environment.ts'

/** The world as commands have it: what they hide appears on none of its streams, not even when they crash. */
export interface GuardedIo extends Io {
  /** Standard output for what hides nothing: the keys of test vectors are published. */
  published: Stream
  /** Hides these secrets from now on, and those that are added to the list later. */
  hide: (secrets: readonly Secret[]) => Redactor
}

export function guarded(io: Io): GuardedIo {
  let redactor = createRedactor([])
  const isOfRunner = io.env['GITHUB_ACTIONS'] === 'true'
  const shorn = (text: string): string => (isOfRunner ? withoutRunnerCommands(text) : text)
  const guard = (stream: Stream): Stream => ({
    // Neither change can add what a terminal obeys.
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
