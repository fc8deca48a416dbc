import { parseArgs } from 'node:util'

/** How much is measured: bounded in count and in time. */
export interface Settings {
  pairs: number
  /** Of one round. */
  seconds: number
  connections: number
  /** Of the measurement of growth. */
  exchanges: number
}

/**
 * From the command line: `--pairs 9 --seconds 2 --connections 16 --exchanges 100000`, and the benchmarks to run; none: all. `--check`
 * fails if one is clearly worse than recorded. */
export function settingsIn(args: readonly string[]): Settings & { ids: string[]; check: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
      exchanges: { type: 'string', default: '100000' },
      check: { type: 'boolean', default: false },
    },
  })
  return {
    ids: positionals,
    pairs: Number(values.pairs),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    exchanges: Number(values.exchanges),
    check: values.check,
  }
}
