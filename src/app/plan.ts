import { planText } from '../report/plan-text.ts'
import { defaultSeed } from './defaults.ts'
import { exit } from './exit.ts'
import type { GuardedIo } from './guarded.ts'
import { prepare } from './prepare.ts'

export interface PlanOptions {
  only: string[]
  exclude: string[]
  runs: number
  profile?: string
}

/** Prints what a run would send, spend, leave behind and skip. Sends nothing. */
export async function plan(file: string, options: PlanOptions, io: GuardedIo): Promise<number> {
  const prepared = await prepare(file, options, io)
  io.stdout.write(planText({ ...prepared, seed: defaultSeed, runs: options.runs }))
  return exit.fine
}
