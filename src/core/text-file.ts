import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Reads a text file that a user named. Throws if reading it might never end. */
export async function readTextFile(path: string): Promise<string> {
  refuseEndless(path)
  return readFile(path, 'utf8')
}

export async function readBytes(path: string): Promise<Buffer> {
  refuseEndless(path)
  return readFile(path)
}

/**
 * Throws if reading might never end: for a pipe that nobody writes to, or a device. Files that a shell passes are
 * permitted.
 */
export function refuseEndless(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.isFile() || found.isDirectory() || handedOver.test(path)) return
  throw Object.assign(new Error('neither a file nor a folder'), { code: 'ESPIPE' })
}

const handedOver = /^\/(?:dev\/(?:stdin|null|fd\/\d+)$|proc\/)/
