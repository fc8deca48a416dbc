import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Something that somebody else wrote or serves, the command that is given it, and how that command has to end. */
export interface Foreign {
  /** What it is, to be read after "given". */
  name: string
  exits: 0 | 1 | 2 | 3 | 5
  /** Why with that exit code, in one sentence. */
  why: string
  mebibytes?: number
  /** Puts it in place, in this folder unless it names another. */
  given: (cwd: string) => Given | Promise<Given>
}

interface Given {
  argv: readonly string[]
  cwd?: string
  /** What must not stand in anything that the command writes. */
  secrets?: () => readonly string[]
}

/** A file of that name in the folder. */
export function put(cwd: string, name: string, content: string | Buffer): string {
  const path = join(cwd, name)
  writeFileSync(path, content)
  return path
}

/** The URL of a server that answers so until the test ends. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** JSON texts that are much to read, by what they are. */
export const deepJson = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
export const manyKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join()}}`
export const nulls = (count: number): string => `[${'null,'.repeat(count - 1)}null]`
