import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Reads a text that a user named, unless that would never end. */
export async function readTextFile(path: string): Promise<string> {
  refuseEndless(path)
  return readFile(path, 'utf8')
}

export async function readBytes(path: string): Promise<Buffer> {
  refuseEndless(path)
  return readFile(path)
}

/** Throws where reading might never end: at a pipe that nobody writes to, or a device. What a shell hands over is read. */
export function refuseEndless(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.isFile() || found.isDirectory() || handedOver.test(path)) return
  throw Object.assign(new Error('neither a file nor a folder'), { code: 'ESPIPE' })
}

const handedOver = /^\/(?:dev\/(?:stdin|null|fd\/\d+)$|proc\/)/
