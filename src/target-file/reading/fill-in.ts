import { dirname, resolve } from 'node:path'
import type { SourceFile, TextAtPlace } from './document.ts'
import { type FileProblem, type KeyPath, ValidationError } from './problem.ts'
import { inUtf16, isUtf16 } from './syntax.ts'

/** Reads a text file. A parameter, so that a target can be loaded without a disk. */
export type ReadFile = (path: string) => Promise<string>

interface Surroundings {
  /** The target file, as an absolute path. */
  file: string
  env: Variables
  readFile: ReadFile
}

/** A value that came from a variable or a file, with the path where it was put. */
export interface Filled {
  path: KeyPath
  value: string
}

/**
 * Replaces `${NAME}` and `file:PATH` by variables and files. Returns the inserted values, and the problems with missing
 * ones.
 */
export async function fillIn(
  source: SourceFile,
  surroundings: Surroundings,
): Promise<{ filled: Filled[]; problems: FileProblem[] }> {
  const problems: FileProblem[] = []
  const filled: Filled[] = []
  for (const text of source.texts) {
    const { path } = text
    try {
      await fillOne(source, text, surroundings, (value) => filled.push({ path, value }))
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      problems.push({ ...error.problem, path })
    }
  }
  return { filled, problems }
}

const fillOne = async (
  source: SourceFile,
  text: TextAtPlace,
  { file, env, readFile }: Surroundings,
  taken: (value: string) => void,
): Promise<void> => {
  const replaced = replaceVariables(text.value, env, taken)
  // A value that becomes empty removes its key: `proxy: ${HTTPS_PROXY:-}`.
  if (replaced === '' && text.value !== '' && isOfMapping(text.path)) return source.remove(text.path)
  if (!replaced.startsWith('file:')) return text.replace(replaced)
  const content = await contentOf(replaced, file, readFile)
  taken(content)
  text.replace(content)
}

const isOfMapping = (path: KeyPath): boolean => typeof path.at(-1) === 'string'

const contentOf = async (value: string, file: string, readFile: ReadFile): Promise<string> => {
  const path = resolve(dirname(file), value.slice('file:'.length).trim())
  const content = await readFile(path).catch((error: unknown) => {
    throw new ValidationError(
      'ERR_TARGET_FILE_VALUE',
      `the file after "file:" ${whyUnreadable(error)}`,
      'give the path of a text file, relative to the folder of the target file',
    )
  })
  if (isUtf16(content))
    throw new ValidationError('ERR_TARGET_FILE_VALUE', `the file after "file:" is ${inUtf16[0]}`, inUtf16[1])
  return content.replace(/^\ufeff/, '').trimEnd()
}

/**
 * Explains why a file could not be read, by the error code. The error's message is not used, because it contains the
 * path.
 */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read because of its permissions'
  if (code === 'ESPIPE') return 'is a pipe or a device, expected a file'
  return code === 'EISDIR' ? 'is a folder' : 'cannot be read'
}

export type Variables = Readonly<Record<string, string | undefined>>

const variable = /\$\$\{|\$\{([^}]*)\}?/g
const named = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

/**
 * Replaces `${NAME}` and `${NAME:-default}`; `$${` is a literal `${`. `taken` receives each value that comes from a
 * variable. Throws a ValidationError if a variable without a default is not set, or is empty.
 */
export function replaceVariables(
  text: string,
  environment: Variables,
  taken: (value: string) => void = () => undefined,
): string {
  return text.replace(variable, (found: string, inside: string | undefined) => {
    if (inside === undefined) return '${'
    const [, name, fallback] = (found.endsWith('}') ? named.exec(inside) : null) ?? []
    if (name === undefined || fallback?.includes('${')) throw unreadable()
    const value = environment[name]
    if (value) taken(value)
    return value || (fallback ?? missing(name, value))
  })
}

const unreadable = (): ValidationError =>
  new ValidationError(
    'ERR_TARGET_VARIABLE',
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the target file's own notation
    'found ${ that does not begin a variable, expected ${NAME} or ${NAME:-default}',
    'write $${ if the text itself contains ${',
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the target file's own notation
  )

const missing = (name: string, value: string | undefined): never => {
  throw new ValidationError(
    'ERR_TARGET_VARIABLE',
    `the variable ${name} is ${value === undefined ? 'not set' : 'set, but empty'}`,
    `set it, or give a default: \${${name}:-default}`,
  )
}
