import { parseArgs } from 'node:util'

/** How much is measured: bounded in count and in time. */
export interface Settings {
  pairs: number
  /** Of one round. */
  seconds: number
  connections: number
}

/** From the command line: `--pairs 9 --seconds 2 --connections 16`, and the benchmarks to run; none: all. */
export function settingsIn(args: readonly string[]): Settings & { ids: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
    },
  })
  return {
    ids: positionals,
    pairs: Number(values.pairs),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
  }
}
