import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { faultsNamed } from '../../../../mock/conditions/named.ts'
import type { ProfileName } from '../../../../mock/core/operations.ts'
import { seeded } from '../../../../mock/core/random.ts'
import type { Fault } from '../../../../mock/faults/fault.ts'
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
export async function network(
  faults: Readonly<Record<string, ReadonlyArray<string | Fault>>>,
  profile: ProfileName = 'interface',
): Promise<string> {
  const cwd = await folder()
  const worlds: World[] = []
  let seed = 1
  for (const [name, ids] of Object.entries(faults)) {
    const named = faultsNamed(ids.filter((id) => typeof id === 'string'))
    const own = ids.filter((id) => typeof id !== 'string')
    const mock = createMock({ now: Date.now, random: seeded(seed++), faults: [...named, ...own], profile })
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

/** Moves the clock of the mock in that target file, as a run does. If asked, removes the clock from the file. */
export async function moveClock(file: string, { isKept }: { isKept: boolean }): Promise<void> {
  const { clock, ...target } = parse(readFileSync(file, 'utf8'))
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(clock.url, { method: 'POST', headers, body: '{"advance":"11m"}' })
  expect(ok).toBe(true)
  if (!isKept) writeFileSync(file, stringify(target))
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
