import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'

/** Does something with a file that the user named. `subject` begins the message that says why it cannot be done. */
export function withFile<T>(subject: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!/^E[A-Z0-9]+$/.test(code)) throw error
    throw new ConfigurationError(
      'ERR_CANNOT_WRITE',
      `${subject} cannot be written (${flaws[code] ?? code}); name another location`,
    )
  }
}

const flaws: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EPERM: 'permission denied',
  EROFS: 'permission denied',
}

/** Throws where a file could not be written, without writing it. */
export function tryToWrite(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) closeSync(openSync(path, 'r+'))
  else accessSync(dirname(path), constants.W_OK)
}

export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export function appendText(path: string, text: string): void {
  appendFileSync(path, text)
}
