import { statSync, watch } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { ConfigurationError, NotJudgedError } from '../../core/errors.ts'
import { line, lines } from '../../report/text/printable.ts'
import type { Io } from '../environment.ts'
import { exit } from '../exit.ts'
import { interruption } from '../mock/until-over.ts'

/**
 * Does something, and repeats it each time the file changes or the user presses Enter, until the user interrupts. After
 * the first time, errors of the file or the server are printed and the watch continues. Returns the last result.
 */
export async function wheneverChanged(
  file: string,
  io: Pick<Io, 'cwd' | 'stderr' | 'signal' | 'entered'>,
  again: () => Promise<number>,
): Promise<number> {
  const path = resolve(io.cwd, file)
  let before = markOf(path)
  let code = await again()
  while (!io.signal.aborted) {
    io.stderr.write(
      line`watching ${relative(io.cwd, path)}: save it or press Enter to run again, Ctrl+C to end\n`,
    )
    await asked(path, before, io)
    if (io.signal.aborted) break
    before = markOf(path)
    code = await attempt(again, io)
  }
  return code
}

const attempt = async (again: () => Promise<number>, { stderr }: Pick<Io, 'stderr'>): Promise<number> => {
  try {
    return await again()
  } catch (error) {
    if (!(error instanceof ConfigurationError) && !(error instanceof NotJudgedError)) throw error
    stderr.write(lines(`${error.message}\n`))
    return error instanceof ConfigurationError ? exit.badInput : exit.notJudged
  }
}

/** Waits for a change of the file, for Enter, or for an interruption. */
const asked = async (
  path: string,
  before: string | undefined,
  { signal, entered = () => new Promise(() => {}) }: Pick<Io, 'signal' | 'entered'>,
): Promise<void> => {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  await Promise.race([changed(path, before, either), entered(either), interruption(signal)])
  over.abort()
}

/** Waits for a change of the file. Watches its folder, because many editors replace the file. */
const changed = (path: string, before: string | undefined, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      const now = markOf(path)
      if (now !== undefined && now !== before) done()
    }
    watch(dirname(path), { signal }, look).on('error', () => undefined)
    look()
  })

/** Returns a mark that differs each time the file was written, or undefined if there is no file. */
const markOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`
}
