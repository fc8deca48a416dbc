import { dirname, join, relative, resolve } from 'node:path'
import { ConfigurationError, NotJudgedError } from '../../core/errors.ts'
import { folderName } from '../../core/folder-name.ts'
import type { JudgedServer, Participant } from '../../interop/event-file.ts'
import { outcomes } from '../../interop/matrix.ts'
import type { Report } from '../../report/data/json.ts'
import { milliseconds } from '../../target-file/reading/duration.ts'
import { defaultConcurrency } from '../defaults.ts'
import { readReportFile } from '../records/run-record.ts'
import { type GuardedIo, guarded } from '../run/guarded.ts'
import { judgeAndWrite, type RunCommandOptions } from '../run/run.ts'
import type { Board } from './board.ts'

export interface JudgingAll
  extends Pick<RunCommandOptions, 'only' | 'exclude' | 'seed' | 'runs' | 'profile'> {
  /** The number of participants that are judged at the same time. */
  jobs: number
  /** The longest time that one participant may take, as the user wrote it. */
  limit?: string | undefined
}

/** Everything that all participants of an event share. Their results go into folders below `folder`. */
interface JudgingEvent {
  folder: string
  options: JudgingAll
  board: Board
  io: GuardedIo
}

/**
 * Judges every participant into a folder of its own. The result of one has no effect on the others. `soFar` gets all
 * results before the first participant is done and each time one is.
 */
export async function judgeAll(
  participants: readonly Participant[],
  event: JudgingEvent,
  soFar: (judged: JudgedServer[]) => void,
): Promise<JudgedServer[]> {
  const waiting = participants.map((participant, index) => ({ participant, index }))
  const judged: JudgedServer[] = participants.map((one) => ({ ...identityOf(one), problem: 'not done yet' }))
  soFar(judged)
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      judged[next.index] = await judgeOne(next.participant, event)
      soFar(judged)
    }
  }
  await Promise.all(Array.from({ length: Math.min(event.options.jobs, participants.length) }, work))
  return judged
}

const identityOf = ({ name, source, file }: Participant) =>
  ({ name, role: source === 'client' ? 'client' : 'server', file }) as const

const judgeOne = async (participant: Participant, event: JudgingEvent): Promise<JudgedServer> => {
  const { name, source, file } = participant
  const { folder, board, io } = event
  const identity = identityOf(participant)
  try {
    const written = source === 'target' ? await judgedInto(participant, event) : file
    const report = await readReportFile(written, io)
    const page = relative(resolve(io.cwd, folder), resolve(io.cwd, dirname(written), 'report.html'))
    board.ended(name, sentenceOf(report))
    const problem = report.outcome === 'complete' ? undefined : report.sentence
    return { ...identity, page: source === 'client' ? undefined : page, report, problem }
  } catch (error) {
    const problem = problemOf(error)
    board.ended(name, problem)
    return { ...identity, problem }
  }
}

/** Judges a participant. Returns the path of its report, which is in another folder if the server answered nothing. */
const judgedInto = async (
  { name, file, limit }: Participant,
  { folder, options, board, io }: JudgingEvent,
): Promise<string> => {
  if (io.signal.aborted) throw new NotJudgedError('ERR_UNREACHABLE', 'interrupted before it was judged')
  const words = limit ?? options.limit
  // The secrets of a target are hidden on its own streams, even if others are judged at the same time.
  const own = guarded({ ...io, stdout: board.streamFor(name), stderr: board.streamFor(name) })
  const { facts } = await judgeAndWrite(
    file,
    {
      ...options,
      concurrency: defaultConcurrency,
      reporter: [],
      out: join(folder, folderName(name)),
      onEvent: board.tellerFor(name),
      deadline: words === undefined ? undefined : { milliseconds: milliseconds(words), words },
    },
    own,
  )
  return facts.report
}

const sentenceOf = ({ exitCode, counts, sentence }: Report): string => {
  const failures = counts.findings.failure > 0 ? `, ${counts.findings.failure} failed` : ''
  return `${outcomes[exitCode] ?? 'error of the harness'}${failures}${sentence === undefined ? '' : `: ${sentence}`}`
}

/**
 * Describes why a participant was not judged. A mistake of the harness costs only one column. It is shown in full, so
 * that users can report it.
 */
const problemOf = (error: unknown): string => {
  if (error instanceof ConfigurationError || error instanceof NotJudgedError) return error.message
  return `error of the harness: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
