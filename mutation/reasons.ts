import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Mutant } from './instrument.ts'

/** A reason why undetected mutants are no defects, by file and replaced code. */
export interface Reason {
  file: string
  was: string
  /** The replacement, or undefined for every replacement. */
  is?: string
  /** The place among the identical ones of the file, counted from 1, or undefined for all of them. */
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

/** Returns the reasons that no mutant matches any more. */
export function idleReasons(reasons: readonly Reason[], mutants: readonly Mutant[]): Reason[] {
  return reasons.filter((reason) => !mutants.some((mutant) => isOf(reason, mutant)))
}
