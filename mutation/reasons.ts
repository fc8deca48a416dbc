import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Mutant } from './instrument.ts'

/** Why some mutants that nothing detects are no defects, by file and by the code that they replace. */
export interface Reason {
  file: string
  was: string
  /** What replaces it; whatever does, if absent. */
  is?: string
  /** Which of those of the file that are the same, from 1; each, if absent. */
  place?: number
  because: string
}

export function loadReasons(path: string): Reason[] {
  return parse(readFileSync(path, 'utf8')) as Reason[]
}

export function reasonFor(mutant: Mutant, reasons: readonly Reason[]): string | undefined {
  return reasons.find((reason) => isOf(reason, mutant))?.because
}

const isOf = ({ file, was, is, place }: Reason, mutant: Mutant): boolean =>
  file === mutant.file &&
  was === mutant.was &&
  (is === undefined || is === mutant.is) &&
  (place === undefined || place === mutant.place)

/** Those that no mutant has any more. */
export function idleReasons(reasons: readonly Reason[], mutants: readonly Mutant[]): Reason[] {
  return reasons.filter((reason) => !mutants.some((mutant) => isOf(reason, mutant)))
}
