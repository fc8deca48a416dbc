import type { FileProblem, KeyPath } from './problem.ts'
import { ValidationError } from './problem.ts'

/** The problems of a file as they are found, so that all can be told at once. */
export interface Problems {
  list: FileProblem[]
  /** Whether a value is absent or of another kind than it has to be, so that it cannot be looked into. */
  bars: (path: KeyPath) => boolean
  /** Reads a value, and notes the ValidationError that reading throws. Undefined, unread, where it has a problem already. */
  attempt: <T>(path: KeyPath, read: () => T) => T | undefined
}

export function gatherProblems(): Problems {
  const list: FileProblem[] = []
  const bars = (path: KeyPath): boolean => list.some((problem) => isAbove(problem.path, path))
  const attempt = <T>(path: KeyPath, read: () => T): T | undefined => {
    if (bars(path) || list.some((problem) => isAbove(path, problem.path))) return undefined
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      list.push({ ...error.problem, path: [...path, ...error.problem.path] })
      return undefined
    }
  }
  return { list, bars, attempt }
}

const isAbove = (above: KeyPath, path: KeyPath): boolean => above.every((key, index) => key === path[index])
