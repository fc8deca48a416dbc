import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Variables } from '../reading/fill-in.ts'
import { loadTarget } from '../reading/load.ts'
import type { Target } from '../target.ts'

/** Creates a folder for one test, with these files in it. It is removed when the test has finished. */
export async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'op-target-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** Loads a target file with this text. */
export async function load(
  text: string,
  env: Variables = {},
  files: Record<string, string> = {},
): Promise<Target> {
  const cwd = await folderWith({ 't.yaml': text, ...files })
  return loadTarget({ file: 't.yaml', cwd, env, now: () => 0 })
}

/** Returns the error code and message for a target file that cannot be loaded. */
export async function refusal(...given: Parameters<typeof load>): Promise<{ code: string; message: string }> {
  const error: unknown = await load(...given).catch((thrown: unknown) => thrown)
  if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message }
  throw new Error('the target file was expected to be refused with a code')
}
