import { idsOf } from '../changes/active.ts'
import { allConditions } from '../conditions/index.ts'
import { faultsNamed } from '../conditions/named.ts'
import { allFaults } from '../faults/index.ts'
import { type Variant, variantsNamed, variantsOf } from '../variants/index.ts'
import type { Control, Controlled } from './control.ts'
import { named, texts } from './reading.ts'

/** Shows all variants that the mock can have under its profile, and those that are active. */
export const showVariants: Control = {
  method: 'get',
  path: '/variants',
  work: (controlled) => ({
    on: idsOf(controlled.setup.on).variants,
    variants: [...furtherVariants(controlled), ...variantsOf(controlled.world.profile)].map(
      ({ id, says, excludes = [] }) => ({ id, says, excludes }),
    ),
  }),
}

export const useVariants: Control = {
  method: 'put',
  path: '/variants',
  keys: ['variants'],
  work: (controlled, { variants }) => {
    const ids = texts(variants, 'variants')
    const further = furtherVariants(controlled).filter(({ id }) => ids.includes(id))
    const others = ids.filter((id) => !further.some((variant) => variant.id === id))
    const { profile } = controlled.world
    controlled.use({
      ...controlled.setup.on,
      variants: [...named(() => variantsNamed(others, profile)), ...further],
    })
    return { on: idsOf(controlled.setup.on).variants }
  },
}

/** The initial variants that can be chosen only at the start of the mock. */
const furtherVariants = ({ setup, world }: Controlled): Variant[] => {
  const known = new Set(variantsOf(world.profile).map(({ id }) => id))
  return setup.begun.variants.filter(({ id }) => !known.has(id))
}

/**
 * Shows all faults that the mock can have under its profile, those that are active, and the conditions that faults can
 * have.
 */
export const showFaults: Control = {
  method: 'get',
  path: '/faults',
  work: (controlled) => ({
    on: idsOf(controlled.setup.on).faults,
    faults: allFaults(controlled.world.profile).map(({ id, says, breaks, reference }) => ({
      id,
      says,
      breaks,
      ...(reference !== undefined && { reference }),
    })),
    conditions: allConditions.map(({ id, says }) => ({ id, says })),
  }),
}

export const useFaults: Control = {
  method: 'put',
  path: '/faults',
  keys: ['faults'],
  work: (controlled, { faults }) => {
    const ids = texts(faults, 'faults')
    const { profile } = controlled.world
    controlled.use({ ...controlled.setup.on, faults: named(() => faultsNamed(ids, profile)) })
    return { on: idsOf(controlled.setup.on).faults }
  },
}
