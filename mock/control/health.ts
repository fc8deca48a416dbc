import type { Control } from './control.ts'

/** For whoever starts the mock and waits until it can be used. */
export const showHealth: Control = {
  method: 'get',
  path: '/health',
  keys: [],
  work: () => ({ status: 'ok' }),
}
