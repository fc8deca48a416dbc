import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { faultsNamed } from '../../../mock/conditions/named.ts'
import { seeded } from '../../../mock/core/random.ts'
import type { Fault } from '../../../mock/faults/fault.ts'
import type { ProfileName } from '../../../mock/profiles/index.ts'
import { createMock } from '../../../mock/server/server.ts'
import { targetFile } from '../../../mock/server/target-file.ts'

/** A mock that listens until the test ends, and the target file that describes it. */
export interface Served {
  url: string
  /** The tree of the target file. */
  target: Record<string, unknown>
}

export interface Serving {
  tls?: boolean
  /** Names of faults, or faults that a test defines itself. */
  faults?: ReadonlyArray<string | Fault>
  publicUrl?: string
  profile?: ProfileName
}

export async function serveMock({
  tls = false,
  faults = [],
  publicUrl,
  profile = 'interface',
}: Serving = {}): Promise<Served> {
  const named = faults.filter((fault) => typeof fault === 'string')
  const own = faults.filter((fault) => typeof fault !== 'string')
  const mock = createMock({
    now: Date.now,
    random: seeded(1),
    faults: [...faultsNamed(named), ...own],
    profile,
    ...(publicUrl === undefined ? {} : { publicUrl }),
  })
  const listening = await mock.listen({ port: 0, tls })
  onTestFinished(listening.close)
  return { url: listening.url, target: parse(targetFile(mock, listening)) }
}

/** Writes a target file into a folder as t.yaml. A change with the value undefined removes the key. */
export function writeTarget(cwd: string, target: object, change: object = {}): void {
  writeFileSync(join(cwd, 't.yaml'), stringify(JSON.parse(JSON.stringify({ ...target, ...change }))))
}
