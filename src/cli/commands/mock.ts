import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CannotDo, MockConfigurationError } from '../../../mock/errors.ts'
import { faultsNamed } from '../../../mock/faults/index.ts'
import { createMock } from '../../../mock/server.ts'
import { stylesNamed } from '../../../mock/styles/index.ts'
import { targetFile } from '../../../mock/target-file.ts'
import type { ClockOptions } from '../../../mock/world/clock.ts'
import type { Fixtures } from '../../../mock/world/fixtures.ts'
import { seeded } from '../../../mock/world/random.ts'
import { ConfigurationError } from '../../errors.ts'
import { exit } from '../exit.ts'
import { withFile } from '../files.ts'
import type { Io } from '../io.ts'

export interface MockOptions {
  port: number
  host: string
  publicUrl?: string
  tls?: boolean
  seed?: number
  fixtures?: string
  clock?: ClockOptions
  style: string[]
  fault: string[]
  writeTarget?: string
}

/** Serves the mock until the user interrupts. */
export const mock = async (options: MockOptions, io: Io): Promise<number> => {
  try {
    return await serve(options, io)
  } catch (error) {
    if (error instanceof MockConfigurationError) throw new ConfigurationError(error.code, error.message)
    if (error instanceof CannotDo) throw new ConfigurationError('ERR_MOCK_CLOCK', `--clock: ${error.message}`)
    throw error
  }
}

const serve = async (options: MockOptions, io: Io): Promise<number> => {
  const { port, host, publicUrl, tls = false, seed, fixtures, clock, style, fault, writeTarget } = options
  const server = createMock({
    now: () => io.now().getTime(),
    random: seed === undefined ? randomBytes : seeded(seed),
    styles: stylesNamed(style),
    faults: faultsNamed(fault),
    onMistake: (error) => io.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(clock === undefined ? {} : { clock }),
    ...(fixtures === undefined ? {} : { fixtures: await fixturesIn(fixtures, io) }),
  })
  const listening = await server.listen({ host, port, tls })
  try {
    if (writeTarget !== undefined) {
      const path = resolve(io.cwd, writeTarget)
      const text = targetFile(server, listening)
      withFile(`The target file ${writeTarget}`, () => writeFileSync(path, text, { mode: 0o600 }))
      io.stderr.write(`wrote ${writeTarget}: judge this mock with \`op-conformance run ${writeTarget}\`\n`)
    }
    for (const id of style) io.stderr.write(`style: ${id}\n`)
    for (const id of fault) io.stderr.write(`fault: ${id}\n`)
    io.stdout.write(`ready at ${server.world.publicUrl}\n`)
    await interruption(io.interrupted)
  } finally {
    await listening.close()
  }
  return exit.fine
}

const fixturesIn = async (file: string, { cwd }: Io): Promise<Fixtures> => {
  const { loadFixtures } = await import('../../../mock/fixtures/load.ts')
  return loadFixtures(file, (named) => readFile(resolve(cwd, named), 'utf8'))
}

const interruption = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
