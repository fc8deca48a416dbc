import { parseArgs } from 'node:util'

/** How much is measured: bounded in count and in time. */
export interface Settings {
  pairs: number
  /** Of one round. */
  seconds: number
  connections: number
}

/** From the command line: `--pairs 9 --seconds 2 --connections 16`. */
export function settingsIn(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pairs: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
    },
  })
  return {
    pairs: Number(values.pairs),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
  }
}
