import { resolve } from 'node:path'
import { makeVectors } from '../vectors/vectors.ts'
import { exit } from './exit.ts'
import { withFile, writeText } from './files.ts'
import type { GuardedIo } from './guarded.ts'

/** Writes test vectors for client developers. Their keys are published, so nothing of them is hidden. */
export async function vectors({ out }: { out?: string }, io: GuardedIo): Promise<number> {
  const text = `${JSON.stringify(await makeVectors(), null, 2)}\n`
  if (out === undefined) io.published.write(text)
  else withFile(`The file ${out}`, () => writeText(resolve(io.cwd, out), text))
  return exit.fine
}
