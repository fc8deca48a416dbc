import { parseArgs } from 'node:util'

/** The amount of measuring, bounded in count and in time. */
export interface Settings {
  pairs: number
  /** The length of one round. */
  seconds: number
  connections: number
  /** The number of exchanges in the measurement of growth. */
  exchanges: number
  /** The number of faults that are tried to see when they are noticed. */
  faults: number
}

/**
 * Reads the command line: `--pairs 9 --seconds 2 --connections 16 --exchanges 100000 --faults 100`, and the ids of the benchmarks to
 * run, or none for all. With `--check`, the command fails if a benchmark is clearly worse than recorded.
 */
export function settingsIn(args: readonly string[]): Settings & { ids: string[]; check: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
      exchanges: { type: 'string', default: '100000' },
      faults: { type: 'string', default: '100' },
      check: { type: 'boolean', default: false },
    },
  })
  return {
    ids: positionals,
    pairs: Number(values.pairs),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    exchanges: Number(values.exchanges),
    faults: Number(values.faults),
    check: values.check,
  }
}
