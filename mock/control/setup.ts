import { allConditions } from '../conditions/index.ts'
import { allFaults, faultsNamed } from '../faults/index.ts'
import { idsOf } from '../setup.ts'
import { type Style, stylesNamed, stylesOf } from '../styles/index.ts'
import type { Control, Controlled } from './control.ts'
import { named, texts } from './reading.ts'

/** All styles that the mock can have under its profile, and those that it has. */
export const showStyles: Control = {
  method: 'get',
  path: '/styles',
  keys: [],
  work: (controlled) => ({
    on: idsOf(controlled.setup.on).styles,
    styles: [...furtherStyles(controlled), ...stylesOf(controlled.world.profile)].map(
      ({ id, says, excludes = [] }) => ({ id, says, excludes }),
    ),
  }),
}

export const useStyles: Control = {
  method: 'put',
  path: '/styles',
  keys: ['styles'],
  work: (controlled, { styles }) => {
    const ids = texts(styles, 'styles')
    const further = furtherStyles(controlled).filter(({ id }) => ids.includes(id))
    const others = ids.filter((id) => !further.some((style) => style.id === id))
    const { profile } = controlled.world
    controlled.use({
      ...controlled.setup.on,
      styles: [...named(() => stylesNamed(others, profile)), ...further],
    })
    return { on: idsOf(controlled.setup.on).styles }
  },
}

/** Those that the mock began with and that only who starts it can choose. */
const furtherStyles = ({ setup, world }: Controlled): Style[] => {
  const known = new Set(stylesOf(world.profile).map(({ id }) => id))
  return setup.begun.styles.filter(({ id }) => !known.has(id))
}

/** All faults that the mock can have under its profile, those that it has, and the conditions that they can have. */
export const showFaults: Control = {
  method: 'get',
  path: '/faults',
  keys: [],
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
