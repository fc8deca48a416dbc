import { MockConfigurationError, suggestion } from '../core/errors.ts'
import type { ProfileName } from '../core/operations.ts'
import type { Fault } from '../faults/fault.ts'
import { allFaults } from '../faults/index.ts'
import { conditioned } from './conditioned.ts'
import { conditionNamed } from './index.ts'

/**
 * Returns the faults with these ids, in that order. Several can be combined. A fault named `ID@CONDITION` shows only
 * under that condition, and `onHeld` is called each time it alters something.
 */
export function faultsNamed(ids: readonly string[], profile?: ProfileName, onHeld?: () => void): Fault[] {
  if (ids.length === 0) return []
  const known = new Map(allFaults(profile).map((fault) => [fault.id, fault]))
  return ids.map((named) => {
    const [id = '', ...conditions] = named.split('@')
    const fault = known.get(id) ?? refuse(id, [...known.keys()])
    const condition = conditions.join('@')
    return conditions.length === 0
      ? fault
      : conditioned(fault, conditionNamed(condition, fault, profile), onHeld)
  })
}

const refuse = (id: string, known: readonly string[]): never => {
  throw new MockConfigurationError(
    'ERR_UNKNOWN_FAULT',
    `Unknown fault "${id}". ${suggestion(id, known, 'See `op-conformance list --faults`')}`,
  )
}
