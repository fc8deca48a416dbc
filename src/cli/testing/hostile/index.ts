import type { Hostile } from './behaviour.ts'
import { bodies } from './bodies.ts'
import { failing } from './failing.ts'
import { fields } from './fields.ts'
import { framing } from './framing.ts'
import { headers } from './headers.ts'
import { transport } from './transport.ts'

/** Every hostile behaviour, each once. */
export const hostiles: readonly Hostile[] = [
  ...bodies,
  ...framing,
  ...headers,
  ...fields,
  ...transport,
  ...failing,
]
