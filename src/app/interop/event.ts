import { join, relative, resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { lineageOf } from '../../catalogue/lineage.ts'
import { profileNames } from '../../catalogue/profiles.ts'
import { loadEvent } from '../../interop/event-file.ts'
import { eventPage } from '../../interop/html/page.ts'
import type { JudgedServer } from '../../interop/judged.ts'
import { eventMarkdown } from '../../interop/markdown.ts'
import { type InteropMatrix, matrixOf } from '../../interop/matrix.ts'
import type { PaymentCell } from '../../interop/payments/cell.ts'
import { seenAt } from '../../interop/seen.ts'
import { jsonText } from '../../report/data/json-text.ts'
import { exit } from '../exit.ts'
import { tryToWrite, withFile, writeText } from '../files.ts'
import { register } from '../register.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { version } from '../version.ts'
import { createBoard } from './board.ts'
import { type JudgingAll, judgeAll } from './judge-all.ts'
import { payEachOther } from './pay.ts'

export interface EventOptions extends JudgingAll {
  out: string
  /** Lets the servers pay each other. */
  payments: boolean
  /** Writes the page each time a participant has been judged. */
  live?: boolean
}

/** The result of an event. Everything is written and nothing printed. */
export interface EventResult {
  matrix: InteropMatrix
  code: number
  wrote: string[]
}

/** Judges every participant, and writes the matrix as a page, as JSON and as Markdown, and the register of readings. */
export async function judgeEvent(
  files: readonly string[],
  options: EventOptions,
  io: GuardedIo,
): Promise<EventResult> {
  const event = await loadEvent(files, io.cwd)
  const place = (name: string): string => resolve(io.cwd, options.out, name)
  const inFolder = (task: () => void): void => withFile(`The folder ${options.out}`, task)
  const write = (name: string, text: string): void => inFolder(() => writeText(place(name), text))
  inFolder(() => tryToWrite(place('matrix.html')))
  const board = createBoard(event.participants.length, io)
  const limit = options.limit ?? event.limit
  const of = (judged: readonly JudgedServer[], payments: PaymentCell[] = []): InteropMatrix =>
    matrixOf(judged, payments, {
      name: event.name,
      at: io.now(),
      harness: version(),
      requirementsOf: loadCatalogue,
    })
  const show = (judged: readonly JudgedServer[]): void => {
    if (options.live) write('matrix.html', eventPage(of(judged), { reloads: true }))
  }
  const judged = await judgeAll(event.participants, options.out, { ...options, limit }, board, io, show)
  const payments = options.payments ? await payEachOther(event.participants, options, board, io) : []
  const matrix = of(judged, payments)
  const texts = {
    'matrix.html': eventPage(matrix),
    'matrix.json': jsonText(matrix),
    'matrix.md': eventMarkdown(matrix),
    'register.md': register(profilesIn(matrix), seenAt(matrix)),
  }
  for (const [name, text] of Object.entries(texts)) write(name, text)
  const wrote = Object.keys(texts).map((name) => relative(io.cwd, join(resolve(io.cwd, options.out), name)))
  return { matrix, code: codeOf(matrix, io.signal), wrote }
}

/**
 * Returns the profiles that any participant was judged by. They include the profiles that these extend, which list the
 * inherited requirements.
 */
const profilesIn = ({ columns }: InteropMatrix): string[] => {
  const judged = new Set(columns.flatMap(({ profile }) => (profile === undefined ? [] : lineageOf(profile))))
  return profileNames().filter((name) => judged.has(name))
}

/**
 * Returns the code of the first case that applies: the harness is at fault; the event was interrupted; a participant
 * failed; a participant was not judged.
 */
const codeOf = ({ columns, payments }: InteropMatrix, signal: AbortSignal): number => {
  const some = (outcome: string): boolean => columns.some((column) => column.outcome === outcome)
  if (some('error')) return exit.ourFault
  if (signal.aborted) return exit.interrupted
  if (some('does not conform') || payments.some(({ status }) => status === 'failed')) return exit.failed
  return some('not judged') || some('interrupted') ? exit.notJudged : exit.fine
}
