import { basename, dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import { folderName } from '../core/folder-name.ts'
import { isObject } from '../core/json.ts'
import { readTextFile } from '../core/text-file.ts'
import type { EventFile } from '../formats/event.ts'
import type { Report } from '../report/data/json.ts'
import { readSource, type SourceFile } from '../target-file/reading/document.ts'
import { whyUnreadable } from '../target-file/reading/fill-in.ts'
import { targetFileError } from '../target-file/reading/problem.ts'
import { fileSchema, shownPath } from '../target-file/schema.ts'

/** A participant of an event: a target file that is to be judged, or the report of a finished run. */
export interface Participant {
  /** Name of the participant's column and folder, unique in the event. */
  name: string
  source: 'target' | 'report' | 'client'
  /** Path, relative to the working directory. */
  file: string
  /** The most time that the run may take, as the file writes it. */
  limit?: string | undefined
}

export interface InteropEvent {
  name: string
  limit?: string | undefined
  participants: Participant[]
}

const schema = fileSchema('event')

/**
 * Reads the arguments of `matrix`: one event file, or target files. Throws a ConfigurationError if an event file has a
 * mistake.
 */
export async function loadEvent(files: readonly string[], cwd: string): Promise<InteropEvent> {
  const [first = '', ...others] = files
  const source = others.length === 0 ? await eventIn(first, cwd) : undefined
  if (source) return eventOf(first, source)
  return { name: 'Interop event', participants: named(files.map((file) => ({ file, source: 'target' }))) }
}

/** Reads the file if it is an event file. A target file has no `targets`. */
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

/** Gives each participant a name with a folder of its own. Of two equal names, the later one gets a number. */
const named = (participants: readonly Unnamed[]): Participant[] => {
  const taken = new Set<string>()
  return participants.map((participant) => {
    const wanted = participant.name ?? nameOf(participant.file)
    let name = wanted
    for (let number = 2; taken.has(folderName(name).toLowerCase()); number++) name = `${wanted} ${number}`
    taken.add(folderName(name).toLowerCase())
    return { ...participant, name }
  })
}

/** Derives a name from the file. Files with the usual names are named by their folders. */
const nameOf = (file: string): string => {
  const name = basename(file).replace(/\.(ya?ml|json)$/, '')
  const folder = basename(dirname(file))
  return ['op-conformance', 'report'].includes(name) && /\w/.test(folder) ? folder : name
}

/** A participant, with the findings about it. */
export interface JudgedServer {
  name: string
  /** The participant's role. A `client` is judged by the requests that it sent. */
  role: 'server' | 'client'
  /** The target file, or the report that was given. */
  file: string
  /** The page of the participant's report, relative to the folder of the matrix. */
  page?: string | undefined
  report?: Report | undefined
  /** The reason why there is no report, or why it covers only a part. */
  problem?: string | undefined
}
