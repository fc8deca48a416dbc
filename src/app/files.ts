import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'

/**
 * Does something with a file that the user named. If that fails, throws a ConfigurationError with the reason. Its
 * message begins with `subject`.
 */
export function withFile<T>(subject: string, task: () => T, next = 'name another location'): T {
  try {
    return task()
  } catch (error) {
    const code = codeOf(error)
    if (!/^E[A-Z0-9]+$/.test(code)) throw error
    throw new ConfigurationError(
      'ERR_CANNOT_WRITE',
      `${subject} cannot be written (${flaws[code] ?? code}); ${next}`,
    )
  }
}

/**
 * Describes an error that the machine causes and not the harness, such as a full disk. Returns undefined for other
 * errors.
 */
export function machineFlaw(error: unknown): string | undefined {
  const code = codeOf(error)
  return /^(?:ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/.test(code) ? (flaws[code] ?? code) : undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const flaws: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota is used up',
  EEXIST: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EPERM: 'permission denied',
  EROFS: 'it can only be read',
  ESPIPE: 'it is a pipe',
}

/** Throws if a file could not be written. Does not write it. */
export function tryToWrite(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  refusePipe(path)
  if (existsSync(path)) closeSync(openSync(path, 'r+'))
  else accessSync(dirname(path), constants.W_OK)
}

/** Writes a file. Creates its folder if needed. */
export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, text)
}

/** Writes a file completely or not at all. */
export function writeWhole(path: string, text: string, options: { mode?: number } = {}): void {
  refusePipe(path)
  try {
    writeFileSync(path, text, options)
  } catch (error) {
    if (machineFlaw(error) && statSync(path, { throwIfNoEntry: false })?.isFile())
      rmSync(path, { force: true })
    throw error
  }
}

/**
 * Refuses a pipe, because opening one that nobody reads never ends. Pipes of a shell are accepted, because the shell
 * reads them.
 */
const refusePipe = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFIFO() && !/^\/(?:dev|proc)\//.test(path))
    throw Object.assign(new Error('a pipe'), { code: 'ESPIPE' })
}

export function appendText(path: string, text: string): void {
  refusePipe(path)
  appendFileSync(path, text)
}
