import { Command } from '@commander-js/extra-typings'
import { isLively } from '../app/environment.ts'
import type { GuardedIo } from '../app/run/guarded.ts'
import { version } from '../app/version.ts'
import { lines } from '../report/text/printable.ts'
import { addExplain, addList, addVectors } from './commands/catalogue.ts'
import { addCompletion } from './commands/completion.ts'
import { addMatrix } from './commands/matrix.ts'
import { addMock } from './commands/mock.ts'
import { addBundle, addDiff, addMerge, addReplay, addReport, addVerifyBundle } from './commands/records.ts'
import { addSign, addVerify } from './commands/requests.ts'
import { addDemo, addRun } from './commands/run.ts'
import { addSelftest } from './commands/selftest.ts'
import { addDoctor, addInit, addPlan, addTokens } from './commands/target.ts'
import { addAudit, addProxy } from './commands/traffic.ts'

/** Builds the command line. The code of a command is loaded only when the command runs, so that `--help` is quick. */
export function programFor(io: GuardedIo, ended: (code: number) => void): Command {
  const program = new Command('op-conformance')
    .description(
      'Conformance harness and reference mock for the Wallet Address Payments Service of Open Payments',
    )
    .version(version())
    .configureOutput({
      writeOut: (text) => io.stdout.write(lines(text)),
      writeErr: (text) => io.stderr.write(lines(text)),
      // The caller that catches commander's errors prints them.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => isLively(io.stdout, io.env),
      getErrHasColors: () => isLively(io.stderr, io.env),
    })
    // Otherwise nothing is wrapped on a narrow terminal.
    .configureHelp({ minWidthToWrap: 20 })
    .showSuggestionAfterError()
    .exitOverride()

  for (const add of commands) add(program, { io, ended })
  return program
}

/** The commands, in the order of the help. */
const commands = [
  addRun,
  addMatrix,
  addDemo,
  addInit,
  addDoctor,
  addTokens,
  addPlan,
  addMock,
  addProxy,
  addAudit,
  addList,
  addExplain,
  addReport,
  addMerge,
  addDiff,
  addReplay,
  addSign,
  addVerify,
  addVectors,
  addSelftest,
  addBundle,
  addVerifyBundle,
  addCompletion,
]
