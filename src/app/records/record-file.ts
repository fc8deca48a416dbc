import { closeSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs'
import { ConfigurationError } from '../../core/errors.ts'
import { type RunEvent, readableVersions } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { refuseEndless } from '../../core/text-file.ts'
import { loadSchemas } from '../../report/data/json.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import { tryToWrite, withFile } from '../files.ts'
import { createExpander, createShortener, isTextLine } from './shared-texts.ts'

/**
 * The record of a run on disk. Each event has its own line, and so has each text that several events share. The record
 * can be read as often as needed.
 */
export interface RecordFile {
  write: (event: RunEvent) => void
  /** Moves the record to the place of another file, and continues there. */
  moveTo: (path: string) => void
  close: () => void
}

/**
 * Creates a record. Each event is written at once and as a complete line, so that a process that is killed loses no
 * event that it wrote. After an event that could not be written, the record ends.
 */
export function createRecord(path: string, subject: string): RecordFile {
  tryToWrite(path)
  const file = openSync(path, 'w')
  const shorten = createShortener()
  let failed: unknown
  const append = (line: string): void => {
    try {
      withFile(subject, () => writeBytes(file, Buffer.from(line)), afterFlaw)
    } catch (error) {
      failed = error
      throw error
    }
  }
  return {
    write: (event) => {
      if (failed) throw failed
      append(
        shorten(event)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      )
    },
    moveTo: (other) => renameSync(path, other),
    close: () => closeSync(file),
  }
}

const afterFlaw = 'what was recorded until then is kept; make room: a run goes on with --resume'

/** Writes all bytes, because the system may take only a part of them, such as the last that has room. */
const writeBytes = (file: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/**
 * Reads the events of a record piece by piece, so that a long run does not have to fit in memory. Ignores an incomplete
 * last line, which a process that was killed leaves.
 */
export function readRecord(path: string, isEvent: IsEvent = isOwn): Iterable<RunEvent> {
  return {
    *[Symbol.iterator]() {
      let number = 0
      const expand = createExpander()
      for (const { text, isWhole } of linesOf(path)) {
        number++
        const line = parseJson(text)
        const event = expand(line)
        if (isTextLine(line)) continue
        if (isEvent(event)) yield event
        else if (isWhole)
          throw new ConfigurationError(
            'ERR_RECORD_BROKEN',
            `${path}:${number}: this line is not an event; give the record as a run wrote it, or start a new run`,
          )
      }
    },
  }
}

/** Accepts any parsed value. A record that this process wrote itself is not validated again. */
const isOwn: IsEvent = (value): value is RunEvent => value !== undefined

type IsEvent = (value: unknown) => value is RunEvent

/**
 * Reads the events of a record that anybody may have written or altered. Validates each against the published schema.
 */
export function readForeignRecord(path: string): Iterable<RunEvent> {
  const { event: fits } = loadSchemas()
  // A record of another version passes here. Its reader reports the version.
  return readRecord(path, (value): value is RunEvent => fits(value) || isOfVersion(value))
}

const isOfVersion = (value: unknown): boolean =>
  isObject(value) && value['type'] === 'run' && !readableVersions.includes(value['version'])

/**
 * Does something with a foreign record. The schema leaves bodies and cases open, and events may contradict each other.
 * If the record then cannot be judged, the record is at fault: throws a ConfigurationError.
 */
export async function withForeignRecord<T>(path: string, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError))
      throw error
    throw new ConfigurationError(
      'ERR_RECORD_BROKEN',
      `${path}: its events cannot be judged (${error.message}); give the record as a run wrote it, or start a new run`,
    )
  }
}

interface RecordLine {
  text: string
  /** Set if the end of the line was written too. */
  isWhole: boolean
}

const opened = (path: string): number => {
  try {
    refuseEndless(path)
    if (statSync(path).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    return openSync(path, 'r')
  } catch (error) {
    throw new ConfigurationError(
      'ERR_RECORD_UNREADABLE',
      `${path}: the record ${whyUnreadable(error)}; give the events.ndjson of a run`,
    )
  }
}

function* linesOf(path: string): Generator<RecordLine> {
  const file = opened(path)
  const chunk = Buffer.alloc(1 << 16)
  // The pieces of a line that spans several chunks. They are joined only once, because a line may have a megabyte.
  let pieces: Buffer[] = []
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = chunk.subarray(0, read)
      let from = 0
      for (let to = bytes.indexOf(newline); to >= 0; to = bytes.indexOf(newline, from)) {
        const text = Buffer.concat([...pieces, bytes.subarray(from, to)]).toString()
        pieces = []
        from = to + 1
        yield { text, isWhole: true }
      }
      if (from < read) pieces.push(Buffer.from(bytes.subarray(from)))
    }
    if (pieces.length > 0) yield { text: Buffer.concat(pieces).toString(), isWhole: false }
  } finally {
    closeSync(file)
  }
}

const newline = 0x0a
