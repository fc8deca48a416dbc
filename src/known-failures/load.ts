import { resolve } from 'node:path'
import { nearest } from '../catalogue/nearest.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import { ConfigurationError } from '../core/errors.ts'
import { readTextFile } from '../core/text-file.ts'
import { readSource } from '../target-file/reading/document.ts'
import { whyUnreadable } from '../target-file/reading/fill-in.ts'
import { type FileProblem, type KeyPath, targetFileError } from '../target-file/reading/problem.ts'
import { fileSchema, shownPath } from '../target-file/schema.ts'
import type { KnownFailureEntry, KnownFailures, KnownFailuresFile } from './entry.ts'

const schema = fileSchema('known-failures')

interface LoadSurroundings {
  cwd: string
  requirements: ReadonlyMap<string, Requirement>
  /** The present names of renamed checks, by their former names. */
  renamed: Readonly<Record<string, string>>
}

/** Reads the file that --known-failures names. Throws one ConfigurationError that lists all its problems. */
export async function loadKnownFailures(
  file: string,
  { cwd, requirements, renamed }: LoadSurroundings,
): Promise<KnownFailures> {
  const source = readSource(file, await textOf(file, cwd), schema)
  const tree = source.toTree()
  const ofSchema = schema.problemsIn(tree)
  const { failures } = (ofSchema.length > 0 ? { failures: [] } : tree) as KnownFailuresFile
  const entries = failures.map((entry, index) => ({
    ...entry,
    check: (Object.hasOwn(renamed, entry.check) && renamed[entry.check]) || entry.check,
    line: source.lineOf(['failures', index, 'check']),
  }))
  const problems = [...ofSchema, ...twice(entries), ...misread(entries, requirements)]
  if (problems.length === 0) return { file, entries }
  throw targetFileError(file, problems, ({ path }) => ({
    line: source.lineOf(path),
    keys: shownPath(path, tree, schema),
  }))
}

const textOf = (file: string, cwd: string): Promise<string> =>
  readTextFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_KNOWN_FAILURES_UNREADABLE',
      `The file of known failures ${file} ${whyUnreadable(error)}; --write-known-failures FILE writes one`,
    )
  })

const placeOf = (index: number, ...rest: KeyPath): KeyPath => ['failures', index, ...rest]

const twice = (entries: readonly KnownFailureEntry[]): FileProblem[] =>
  entries.flatMap(({ check }, index) =>
    entries.findIndex((other) => other.check === check) === index
      ? []
      : [
          {
            code: 'ERR_KNOWN_FAILURES_TWICE',
            path: placeOf(index, 'check'),
            fact: 'the check already has an entry',
            next: 'combine the reasons of both in one entry',
          } satisfies FileProblem,
        ],
  )

/**
 * Finds entries that cannot match: an unknown requirement never fails, and a stated one leaves no reading to dispute.
 */
const misread = (
  entries: readonly KnownFailureEntry[],
  requirements: ReadonlyMap<string, Requirement>,
): FileProblem[] =>
  entries.flatMap(({ fails, because }, index) => [
    ...fails.flatMap(({ requirement }, place) =>
      requirements.has(requirement)
        ? []
        : [unknown(placeOf(index, 'fails', place, 'requirement'), requirement, requirements)],
    ),
    ...(because === undefined || fails.some(({ requirement }) => isRead(requirements.get(requirement)))
      ? []
      : [
          {
            code: 'ERR_KNOWN_FAILURES_STATED',
            path: placeOf(index, 'because'),
            fact: 'the interface states this requirement, so there is no reading to dispute',
            next: 'remove it; `op-conformance explain` shows each requirement in full',
          } satisfies FileProblem,
        ]),
  ])

const isRead = (requirement: Requirement | undefined): boolean =>
  requirement === undefined || requirement.basis === 'inferred' || requirement.reading !== undefined

const unknown = (path: KeyPath, id: string, requirements: ReadonlyMap<string, Requirement>): FileProblem => {
  const name = nearest(id, [...requirements.keys()])
  return {
    code: 'ERR_KNOWN_FAILURES_REQUIREMENT',
    path,
    fact: 'unknown requirement',
    next: name ? `did you mean "${name}"?` : 'see `op-conformance list`',
  }
}
