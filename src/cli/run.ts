import { type Command, CommanderError } from '@commander-js/extra-typings'
import type { Io } from '../app/environment.ts'
import { exit } from '../app/exit.ts'
import { machineFlaw } from '../app/files.ts'
import { type GuardedIo, guarded } from '../app/run/guarded.ts'
import { ConfigurationError, NotJudgedError } from '../core/errors.ts'
import { Interrupted } from '../http/failure.ts'
import { lines } from '../report/text/printable.ts'
import { programFor } from './program.ts'

/**
 * Runs a command line and returns its exit code. Touches nothing but what `io` offers. An error that nobody catches
 * decides the exit code, however the command itself ends.
 */
export async function run(argv: readonly string[], world: Io): Promise<number> {
  const io = guarded(world)
  let uncaught: number | undefined
  world.uncaught?.((error) => {
    uncaught = Math.max(codeFor(error, io), uncaught ?? 0)
  })
  const code = await codeOf(argv, io)
  return uncaught ?? code
}

const codeOf = async (argv: readonly string[], io: GuardedIo): Promise<number> => {
  let code: number = exit.fine
  const program = programFor(io, (ended) => {
    code = ended
  })
  const args = asUnknown(argv, program)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) return codeFor(error, io)
    if (error.exitCode === 0) return exit.fine
    // Commander has shown its help, because no command was given.
    if (error.code === 'commander.help') return exit.badInput
    const { usageText } = await import('./usage-text.ts')
    io.stderr.write(lines(usageText(error, args, program)))
    return exit.badInput
  }
}

/** Turns `help` for an unknown command into that command, so that its name is refused. Commander would print all help. */
const asUnknown = (argv: readonly string[], { commands }: Command): readonly string[] => {
  const [first, named] = argv
  const isKnown = named === undefined || commands.some((command) => command.name() === named)
  return first === 'help' && !isKnown ? argv.slice(1) : argv
}

/** Prints why a command ended with an error, and returns its exit code. */
export function codeFor(error: unknown, { stderr }: Pick<Io, 'stderr'>): number {
  if (error instanceof ConfigurationError) {
    stderr.write(lines(`${error.message}\n`))
    return exit.badInput
  }
  if (error instanceof NotJudgedError) {
    stderr.write(lines(`${error.message}\n`))
    return exit.notJudged
  }
  if (error instanceof Interrupted) return exit.interrupted
  const flaw = machineFlaw(error)
  if (flaw !== undefined) {
    stderr.write(
      lines(`A file cannot be written or read (${flaw}); make room for it, or work in another folder\n`),
    )
    return exit.badInput
  }
  tellOurFault(error, { stderr })
  return exit.ourFault
}

const tellOurFault = (error: unknown, { stderr }: Pick<Io, 'stderr'>): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  stderr.write(lines(`op-conformance itself failed; please report this:\n${text}\n`))
}
