import { dirname, relative, resolve } from 'node:path'
import type { Profile } from '../../catalogue/profile.ts'
import { loadProfile, withOverrides } from '../../catalogue/profiles.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { readTextFile } from '../../core/text-file.ts'
import { isUrl, refuseUnlikeUrl } from '../../core/urls.ts'
import { assemble } from '../assemble.ts'
import { commandRunner, type RunCommand } from '../command.ts'
import { schemaProblems, shownPath } from '../schema.ts'
import type { Target } from '../target.ts'
import { readSource } from './document.ts'
import type { TargetFile } from './file.ts'
import { fillIn, type ReadFile, type Variables, whyUnreadable } from './fill-in.ts'
import { gatherProblems, type KeyPath, type Problems, targetFileError, ValidationError } from './problem.ts'

interface LoadOptions {
  /** The target file, absolute or relative to `cwd`. */
  file: string
  cwd: string
  env: Variables
  /** Returns the time in milliseconds. */
  now: () => number
  /** The profile to use in place of the one that the file names. */
  profileName?: string | undefined
  readFile?: ReadFile | undefined
  runCommand?: RunCommand
}

/** Reads a target file. Throws one ConfigurationError that lists all problems of the file. */
export async function loadTarget(options: LoadOptions): Promise<Target> {
  const { env, now, readFile = readTextFile, runCommand = commandRunner(env) } = options
  const path = resolve(options.cwd, options.file)
  const source = readSource(options.file, await textOf(options.file, path, readFile))

  const problems = gatherProblems()
  const { filled, problems: unfilled } = await fillIn(source, { file: path, env, readFile })
  problems.note(unfilled)
  const tree = source.toTree()
  problems.note(schemaProblems(tree).filter(({ path }) => !problems.bars(path)))
  // The schema may have found problems. `problems` bars the parts that have one, so only valid parts are read.
  const entries = tree as TargetFile
  const profile = profileOf(entries, options.profileName, problems)
  const placeOf = (path: KeyPath) => ({ line: source.lineOf(path), keys: shownPath(path, tree) })
  const inWords = (path: KeyPath): string => {
    const { line, keys } = placeOf(path)
    return `${options.file}:${line}: ${keys}`
  }
  const places = {
    file: relative(options.cwd, path),
    line: source.lineOf(['baseUrl']),
    folder: dirname(path),
  }
  const parts = { ...places, env, now, runCommand, secrets: [], filled, problems, profile, placeOf: inWords }
  const target = assemble(entries, parts)
  if (target) return target
  throw targetFileError(options.file, problems.list, ({ path }) => placeOf(path))
}

const textOf = async (named: string, file: string, readFile: ReadFile): Promise<string> =>
  readFile(file).catch((error: unknown) => {
    if (isUrl(named)) throw urlForFile(named)
    refuseUnlikeUrl(named)
    throw new ConfigurationError(
      'ERR_TARGET_FILE_UNREADABLE',
      `The target file ${named} ${whyUnreadable(error)}; name the target file of your server, or write one with \`op-conformance init\` (\`op-conformance mock --write-target FILE\` writes an example)`,
    )
  })

const urlForFile = (url: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_TARGET_FILE_UNREADABLE',
    `${url} is a URL, expected a target file; if it is a wallet address, write the file with \`op-conformance init ${url}\`, otherwise with \`op-conformance init\``,
  )

/** Loads the profile that the command line names, or else the file's, with the overrides of the file. */
function profileOf(file: TargetFile, named: string | undefined, problems: Problems): Profile | undefined {
  const profile = named
    ? asked(named)
    : problems.attempt(['profile'], () => inFile(() => loadProfile(file.profile)))
  return (
    profile &&
    problems.attempt(['profileOverrides'], () => inFile(() => withOverrides(profile, file.profileOverrides)))
  )
}

/** Loads the profile that the command line names, or the report of the run that is replayed. */
const asked = (name: string): Profile => {
  try {
    return loadProfile(name)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigurationError(error.code, `Profile ${name}: ${error.message}`)
  }
}

/** Turns an error of the catalogue into one that shows its place in the file. */
const inFile = (read: () => Profile): Profile => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw misfitOf(error)
  }
}

/**
 * Moves the place of an override out of the message. The catalogue puts it first: `profileOverrides.query.first is not
 * text`.
 */
const misfitOf = ({ code, message }: ConfigurationError): ValidationError => {
  const [, keys, fact] = /^profileOverrides(\.\S+)? (.*)$/s.exec(message) ?? []
  const path = keys?.slice(1).split('.') ?? []
  return new ValidationError(code, fact ?? message, 'correct it or remove it', path)
}
