import { setTimeout } from 'node:timers/promises'
import { createFaultRunner } from '../src/app/selftest/fault-runner.ts'
import { selftestInput } from '../src/app/selftest/selftest-input.ts'
import { inSampleOrder } from '../src/selftest/fault.ts'
import type { Comparison } from './comparison.ts'
import type { Settings } from './settings.ts'

const profile = 'interface'
const seed = 1

/**
 * Tries faults of a MUST, drawn by the seed, over the wire and with eight checks at a time. Returns the part of a whole
 * run's requests that each of them needs.
 */
const measure = async ({ faults: wanted }: Settings): Promise<number[]> => {
  const clock = {
    now: () => new Date(),
    monotonic: () => performance.now(),
    wait: (milliseconds: number) => setTimeout(milliseconds),
    signal: new AbortController().signal,
  }
  const { faults, catalogue } = await selftestInput([], profile)
  const runner = await createFaultRunner({ profile, seed, runs: 20 }, clock)
  const whole = await runner.strict({ only: [], again: false })
  const binding = faults.filter(
    ({ breaks, equivalent }) => !equivalent && catalogue.get(breaks)?.level === 'MUST',
  )
  const ratios: number[] = []
  for (const { id } of inSampleOrder(binding, seed).slice(0, wanted)) {
    const { cells, exchanges } = await runner.tryFault({ fault: id, only: [], wire: true })
    const isNoticed = Object.values(cells).includes('killed')
    ratios.push(isNoticed ? exchanges / whole.exchanges : Number.POSITIVE_INFINITY)
  }
  return ratios
}

const parts = [0.01, 0.05, 0.1, 0.25, 0.5, 1]

export const noticed: Comparison = {
  id: 'noticed',
  title: 'requests until a fault is noticed / requests of a whole run',
  aim: { atMost: 0.04 },
  recorded: { median: 0.02, better: 'lower' },
  measure,
  also: (ratios) => {
    const shares = parts.map((part) => {
      const share = ratios.filter((ratio) => ratio <= part).length / ratios.length
      return `${Math.round(100 * share)} % after ${100 * part} % of the requests`
    })
    return `noticed: ${shares.join(', ')}\n`
  },
}
