import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A file or server of somebody else, the command that is given it, and the required end of that command. */
export interface Foreign {
  /** The thing that is given, to be read after "given". */
  name: string
  exits: 0 | 1 | 2 | 3 | 5
  /** The reason for the exit code, in one sentence. */
  why: string
  mebibytes?: number
  /** Puts the thing in place, in this folder unless the result names another. */
  given: (cwd: string) => Given | Promise<Given>
}

interface Given {
  argv: readonly string[]
  cwd?: string
  /** Returns texts that must not appear in anything that the command writes. */
  secrets?: () => readonly string[]
}

/** Writes a file into the folder and returns its path. */
export function put(cwd: string, name: string, content: string | Buffer): string {
  const path = join(cwd, name)
  writeFileSync(path, content)
  return path
}

/** Serves with this listener until the test ends. Returns the URL. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** JSON texts that take a lot of reading. */
export const deepJson = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
export const manyKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join()}}`
export const nulls = (count: number): string => `[${'null,'.repeat(count - 1)}null]`
