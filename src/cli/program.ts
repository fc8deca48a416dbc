import { Command } from '@commander-js/extra-typings'
import { isLively } from '../app/environment.ts'
import type { GuardedIo } from '../app/run/guarded.ts'
import { version } from '../app/version.ts'
import { lines } from '../report/text/printable.ts'
import { addAudit } from './commands/audit.ts'
import { addCompletion } from './commands/completion.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExplain } from './commands/explain.ts'
import { addInit } from './commands/init.ts'
import { addList } from './commands/list.ts'
import { addMatrix } from './commands/matrix.ts'
import { addMock } from './commands/mock.ts'
import { addPlan } from './commands/plan.ts'
import { addProxy } from './commands/proxy.ts'
import { addBundle, addVerifyBundle } from './commands/records/bundle.ts'
import { addDiff } from './commands/records/diff.ts'
import { addMerge } from './commands/records/merge.ts'
import { addReport } from './commands/records/report.ts'
import { addReplay } from './commands/replay.ts'
import { addRun } from './commands/run.ts'
import { addSelftest } from './commands/selftest.ts'
import { addSign } from './commands/sign.ts'
import { addTokens } from './commands/tokens.ts'
import { addVectors } from './commands/vectors.ts'
import { addVerify } from './commands/verify.ts'

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
