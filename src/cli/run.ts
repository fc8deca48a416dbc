import { CommanderError } from 'commander'
import { ConfigurationError } from '../errors.ts'
import { exit } from './exit.ts'
import type { Io } from './io.ts'
import { programFor } from './program.ts'

/** Runs a command line and gives its exit code. Touches nothing but what `io` offers. */
export const run = async (argv: readonly string[], io: Io): Promise<number> => {
  let code: number = exit.fine
  const program = programFor(io, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    return report(error, io)
  }
}

const report = (error: unknown, { stderr }: Io): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.fine : exit.badInput
  if (error instanceof ConfigurationError) {
    stderr.write(`${error.message}\n`)
    return exit.badInput
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  stderr.write(`op-conformance itself failed; please report this:\n${text}\n`)
  return exit.ourFault
}
