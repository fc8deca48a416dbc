import { ConfigurationError, type ErrorCode } from '../../core/errors.ts'

export type KeyPath = ReadonlyArray<string | number>

/** A mistake in a target file. Its texts never contain a value of the file. */
export interface FileProblem {
  code: ErrorCode
  path: KeyPath
  /** A description of what was found and what was expected. */
  fact: string
  /** Advice on how to mend it. */
  next: string
}

/** An error of a function that reads one part of the file. Its `path` is relative to that part. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  readonly problem: FileProblem

  constructor(code: ErrorCode, fact: string, next: string, path: KeyPath = []) {
    super(fact)
    this.problem = { code, path, fact, next }
  }
}

/** The place of a problem: its line, and its key path without anything that may be a value. */
export interface ShownPlace {
  line: number
  keys: string
}

/** The number of problems that a message shows. The user sees the others after mending these. */
const mostShown = 20

/** Combines all problems of a file in one error, one line each, in the order of the file. */
export function targetFileError<P extends Omit<FileProblem, 'path'>>(
  file: string,
  problems: readonly P[],
  placeOf: (problem: P) => ShownPlace,
): ConfigurationError {
  const placed = problems.map((problem) => ({ problem, place: placeOf(problem) }))
  const lines = placed.sort((a, b) => a.place.line - b.place.line).map((one) => inWords(file, one))
  const unique = [...new Set(lines)]
  const [first, ...others] = new Set(problems.map(({ code }) => code))
  return new ConfigurationError(
    first !== undefined && others.length === 0 ? first : 'ERR_TARGET_FILE',
    unique.length === 1
      ? unique.join('')
      : [headOf(file, unique.length), ...unique.slice(0, mostShown)].join('\n  '),
  )
}

const headOf = (file: string, count: number): string =>
  `${file}: ${count} mistakes${count > mostShown ? `, the first ${mostShown} of them here` : ''}`

const inWords = (
  file: string,
  { problem, place }: { problem: Omit<FileProblem, 'path'>; place: ShownPlace },
): string =>
  `${file}:${place.line}: ${place.keys === '' ? '' : `${place.keys}: `}${sentence(problem.fact)} ${sentence(problem.next)}`

const sentence = (words: string): string => {
  const start = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.?]$/.test(start) ? start : `${start}.`
}

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
