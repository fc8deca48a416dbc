import { join, relative, resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { lineageOf } from '../../catalogue/lineage.ts'
import { profileNames } from '../../catalogue/profiles.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { type JudgedServer, loadEvent, type Participant } from '../../interop/event-file.ts'
import { type InteropMatrix, matrixOf } from '../../interop/matrix.ts'
import { matrixView } from '../../interop/matrix-view.ts'
import type { PaymentCell } from '../../interop/payments/cell.ts'
import { faredInWords } from '../../interop/words.ts'
import type { SeenAt } from '../../report/catalogue/register.ts'
import { markdownText } from '../../report/document/markdown.ts'
import { documentPage } from '../../report/document/page.ts'
import { type Presented, printedAs } from '../../report/document/view.ts'
import { exit } from '../exit.ts'
import { tryToWrite, withFile, writeText } from '../files.ts'
import { register } from '../register.ts'
import { type GuardedIo, guarded } from '../run/guarded.ts'
import { prepare } from '../run/prepare.ts'
import { version } from '../version.ts'
import { createBoard } from './board.ts'
import { type JudgingAll, judgeAll } from './judge-all.ts'
import { payEachOther } from './pay.ts'

/** Seconds after which the page of an unfinished event reloads. */
const pause = 5

export interface EventOptions extends JudgingAll {
  out: string
  /** Lets the servers pay each other. */
  payments: boolean
  /** Writes the page each time a participant has been judged. */
  live?: boolean
}

/** The result of an event. Everything is written and nothing printed. */
export interface EventResult {
  view: Presented
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
  await refuseBadSelection(event.participants, options, io)
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
    if (options.live)
      write('matrix.html', documentPage(matrixView(of(judged)).document, { reloadsAfter: pause }))
  }
  const judging = { folder: options.out, options: { ...options, limit }, board, io }
  const judged = await judgeAll(event.participants, judging, show)
  const payments = options.payments ? await payEachOther(event.participants, options, board, io) : []
  const matrix = of(judged, payments)
  const view = matrixView(matrix)
  const texts = {
    'matrix.html': printedAs('html', view),
    'matrix.json': printedAs('json', view),
    'matrix.md': printedAs('markdown', view),
    'register.md': markdownText(register(profilesIn(matrix), seenAt(matrix))),
  }
  for (const [name, text] of Object.entries(texts)) write(name, text)
  const wrote = Object.keys(texts).map((name) => relative(io.cwd, join(resolve(io.cwd, options.out), name)))
  return { view, code: codeOf(matrix, io.signal), wrote }
}

/** Codes of errors in `--only` and `--exclude`. */
const selectorErrors: ReadonlySet<string> = new Set(['ERR_UNMATCHED_SELECTOR', 'ERR_NO_CHECK_SELECTED'])

/**
 * Throws the error in `--only` or `--exclude` before anything is sent, if no participant can be judged by them. What one
 * profile has and another one lacks is a matter of its own column.
 */
const refuseBadSelection = async (
  participants: readonly Participant[],
  { only, exclude, runs, profile }: EventOptions,
  io: GuardedIo,
): Promise<void> => {
  if (only.length + exclude.length === 0) return
  let refusal: ConfigurationError | undefined
  for (const { source, file } of participants) {
    if (source !== 'target') continue
    try {
      await prepare(file, { only, exclude, runs, profile }, guarded(io))
      return
    } catch (error) {
      if (error instanceof ConfigurationError && selectorErrors.has(error.code)) refusal ??= error
    }
  }
  if (refusal) throw refusal
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

/** Summarizes what the participants of an event did, requirement by requirement, for the register of readings. */
function seenAt({ name, at, columns, conformance, choices }: InteropMatrix): SeenAt {
  const names = columns.map((column) => column.name)
  const servers = columns.filter(({ role }) => role === 'server').map((column) => column.name)
  const words = new Map<string, string[]>()
  const add = (requirement: string, seen: string): void => {
    words.set(requirement, [...(words.get(requirement) ?? []), seen])
  }
  for (const { requirement, cells } of conformance.flatMap(({ rows }) => rows)) {
    for (const [place, { fared }] of cells.entries())
      if (says.has(fared)) add(requirement, `${names[place]} ${faredInWords[fared].word}`)
  }
  for (const { requirement, cells } of choices) {
    for (const [place, { does }] of cells.entries())
      if (does.length > 0) add(requirement, `${servers[place]}: ${does.join(', ')}`)
  }
  return {
    event: `What was seen at "${name}", ${at}, stands beside each.`,
    inWords: (requirement) => words.get(requirement)?.join('; ') || undefined,
  }
}

const says: ReadonlySet<string> = new Set(['held', 'warned', 'broken'])
