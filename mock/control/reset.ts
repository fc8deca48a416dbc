import type { Control } from './control.ts'

export const resetWorld: Control = {
  method: 'post',
  path: '/reset',
  keys: [],
  work: ({ clock, reset }) => {
    reset()
    return { now: new Date(clock.now()).toISOString() }
  },
}
