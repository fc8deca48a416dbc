import { folder } from '../command.ts'
import { writeTarget } from '../mock.ts'
import { deep, type Hostile } from './behaviour.ts'
import type { Foreign } from './foreign/foreign.ts'
import { serveHostile } from './front.ts'
import { everyReport, flawsIn, flawsInWritten, tracesOf } from './inert.ts'
import { secretsIn } from './secrets.ts'

/** The flaws after a run, in words. Empty lists if all is well. */
interface Consequences {
  flaws: string[]
  /** Secrets in the output. */
  written: string[]
  /** Secrets, or the headers that carry them, among the bytes that a stranger received. */
  leaked: string[]
}

/**
 * A run against a hostile server, or a command that is given something foreign, ready to start in a folder of its own.
 */
interface Trial {
  cwd: string
  argv: string[]
  consequences: (written: { stdout: string; stderr: string }) => Consequences
}

export async function trialOf(row: Hostile | Foreign): Promise<Trial> {
  return 'given' in row ? foreignTrial(row) : hostileTrial(row)
}

const foreignTrial = async ({ given }: Foreign): Promise<Trial> => {
  const empty = await folder()
  const { argv, cwd = empty, secrets = () => [] } = await given(empty)
  return {
    cwd,
    argv: [...argv],
    consequences: (written) => ({
      flaws: flawsInWritten(written, cwd),
      written: tracesOf(secrets(), written, cwd),
      leaked: [],
    }),
  }
}

const hostileTrial = async (hostile: Hostile): Promise<Trial> => {
  const cwd = await folder()
  const { target, leaked } = await serveHostile(hostile)
  const limits = { ...Object(target['limits']), requestTimeout: hostile.hasty ? '300ms' : '30s' }
  writeTarget(cwd, target, { limits })
  const secrets = secretsIn(target)
  const { only = deep } = hostile
  return {
    cwd,
    argv: ['run', 't.yaml', '--verbose', ...everyReport, ...only.flatMap((check) => ['--only', check])],
    consequences: (written) => ({
      flaws: flawsIn(written, cwd),
      written: tracesOf(secrets, written, cwd),
      leaked: [...secrets, 'authorization:', 'signature:', 'signature-input:'].filter((trace) =>
        leaked().toLowerCase().includes(trace.toLowerCase()),
      ),
    }),
  }
}

export const nothingAmiss: Consequences = { flaws: [], written: [], leaked: [] }
