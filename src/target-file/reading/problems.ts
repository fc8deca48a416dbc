import type { FileProblem, KeyPath } from './problem.ts'
import { ValidationError } from './problem.ts'

/** Collects the problems of a file, so that one message can list all of them. */
export interface Problems {
  list: readonly FileProblem[]
  note: (problems: Iterable<FileProblem>) => void
  /** Returns true if a value is absent or of a wrong kind, so that its contents cannot be read. */
  bars: (path: KeyPath) => boolean
  /**
   * Reads a value, and notes a ValidationError that reading throws. Returns undefined without reading if the value
   * already has a problem.
   */
  attempt: <T>(path: KeyPath, read: () => T) => T | undefined
}

export function gatherProblems(): Problems {
  const list: FileProblem[] = []
  const barred = new Set<string>()
  const note = (problems: Iterable<FileProblem>): void => {
    for (const problem of problems) {
      list.push(problem)
      barred.add(JSON.stringify(problem.path))
    }
  }
  const bars = (path: KeyPath): boolean =>
    [...path, ''].some((_, end) => barred.has(JSON.stringify(path.slice(0, end))))
  const attempt = <T>(path: KeyPath, read: () => T): T | undefined => {
    if (bars(path) || list.some((problem) => isAbove(path, problem.path))) return undefined
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      note([{ ...error.problem, path: [...path, ...error.problem.path] }])
      return undefined
    }
  }
  return { list, note, bars, attempt }
}

const isAbove = (above: KeyPath, path: KeyPath): boolean => above.every((key, index) => key === path[index])
