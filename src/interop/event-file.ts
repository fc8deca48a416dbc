import { basename, dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { readTextFile } from '../core/text-file.ts'
import { readSource, type SourceFile } from '../target-file/reading/document.ts'
import { whyUnreadable } from '../target-file/reading/fill-in.ts'
import { targetFileError } from '../target-file/reading/problem.ts'
import { fileSchema, shownPath } from '../target-file/schema.ts'

/** Whoever takes part in an event: a target file that is to be judged, or the report of a run that is over. */
export interface Participant {
  /** Name of its column and of its folder; unique in the event. */
  name: string
  source: 'target' | 'report' | 'client'
  /** Path, from the working directory on. */
  file: string
  /** How long it may take, as it was written. */
  limit?: string | undefined
}

export interface InteropEvent {
  name: string
  limit?: string | undefined
  participants: Participant[]
}

interface EventFile {
  name?: string
  limit?: string
  targets: Array<{ name?: string; file?: string; report?: string; limit?: string }>
  clients?: string[]
}

const schema = fileSchema('event')

/** Reads what `matrix` is given: one event file, or target files. Throws a ConfigurationError if an event file has a mistake. */
export async function loadEvent(files: readonly string[], cwd: string): Promise<InteropEvent> {
  const [first = '', ...others] = files
  const source = others.length === 0 ? await eventIn(first, cwd) : undefined
  if (source) return eventOf(first, source)
  return { name: 'Interop event', participants: named(files.map((file) => ({ file, source: 'target' }))) }
}

/** The file, if it is one of an event: a target file has no `targets`. */
const eventIn = async (file: string, cwd: string): Promise<SourceFile | undefined> => {
  const text = await readTextFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_EVENT_UNREADABLE',
      `The file ${file} ${whyUnreadable(error)}; name an event file, or the target files of the servers`,
    )
  })
  const source = readSource(file, text, schema)
  const tree = source.toTree()
  return isObject(tree) && 'targets' in tree ? source : undefined
}

const eventOf = (file: string, source: SourceFile): InteropEvent => {
  const tree = source.toTree()
  const problems = schema.problemsIn(tree)
  if (problems.length > 0) {
    throw targetFileError(file, problems, ({ path }) => ({
      line: source.lineOf(path),
      keys: shownPath(path, tree, schema),
    }))
  }
  const { name = 'Interop event', limit, targets, clients = [] } = tree as EventFile
  const folder = dirname(file)
  const servers = targets.map(({ file: target, report = '', ...entry }) => ({
    ...entry,
    file: join(folder, target ?? report),
    source: target === undefined ? ('report' as const) : ('target' as const),
  }))
  const others = clients.map((report) => ({ file: join(folder, report), source: 'client' as const }))
  return { name, limit, participants: named([...servers, ...others]) }
}

type Unnamed = Omit<Participant, 'name'> & { name?: string }

/** Names of columns are for people; a folder has none of their signs. */
export function folderOf(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'target'
}

/** Gives each a name whose folder no other has: the later one of two gets a number. */
const named = (participants: readonly Unnamed[]): Participant[] => {
  const taken = new Set<string>()
  return participants.map((participant) => {
    const wanted = participant.name ?? nameOf(participant.file)
    let name = wanted
    for (let number = 2; taken.has(folderOf(name).toLowerCase()); number++) name = `${wanted} ${number}`
    taken.add(folderOf(name).toLowerCase())
    return { ...participant, name }
  })
}

/** Files with the usual names are told apart by their folders. */
const nameOf = (file: string): string => {
  const name = basename(file).replace(/\.(ya?ml|json)$/, '')
  const folder = basename(dirname(file))
  return ['op-conformance', 'report'].includes(name) && /\w/.test(folder) ? folder : name
}
