import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { faultsNamed } from '../../../../mock/conditions/named.ts'
import { seeded } from '../../../../mock/core/random.ts'
import { createMock } from '../../../../mock/server/server.ts'
import { targetFile } from '../../../../mock/server/target-file.ts'
import type { World } from '../../../../mock/state/world.ts'
import { folder } from '../../../cli/testing/command.ts'
import type { PaymentCell } from '../../../interop/payments/cell.ts'
import { inThisProcess } from '../../environment.ts'
import { guarded } from '../../run/guarded.ts'
import { payEachOther } from '../pay.ts'

/**
 * Starts mocks in one network, by name and with their faults, and writes a target file for each. Returns their folder.
 */
export async function network(faults: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const cwd = await folder()
  const worlds: World[] = []
  let seed = 1
  for (const [name, ids] of Object.entries(faults)) {
    const mock = createMock({ now: Date.now, random: seeded(seed++), faults: faultsNamed(ids) })
    const listening = await mock.listen({ port: 0 })
    onTestFinished(listening.close)
    worlds.push(mock.world)
    const text = targetFile(mock, listening)
    writeFileSync(
      join(cwd, `${name}.yaml`),
      text.replace(/settleTimeout: \S+/, '').replace(/^limits:/m, 'limits:\n  settleTimeout: 1s'),
    )
  }
  for (const world of worlds) world.peers = () => worlds.filter((other) => other !== world)
  return cwd
}

/** Lets the mocks whose target files are in that folder pay each other. */
export async function cellsOf(cwd: string, names: readonly string[]): Promise<PaymentCell[]> {
  const nowhere = { write: () => true }
  const converse = () => {
    throw new Error('nobody can be asked')
  }
  const { signal } = new AbortController()
  const io = guarded(inThisProcess({ stdout: nowhere, stderr: nowhere, env: {}, cwd, signal, converse }))
  const board = { streamFor: () => nowhere, say: () => undefined }
  const participants = names.map((name) => ({ name, source: 'target' as const, file: `${name}.yaml` }))
  return payEachOther(participants, {}, board, io)
}
