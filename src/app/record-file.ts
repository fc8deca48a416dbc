import { closeSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import type { RunEvent } from '../core/events.ts'

/** A run's record on disk, one event a line, readable as often as wanted. */
export interface RecordFile {
  write: (event: RunEvent) => void
  /** Puts it in the place of another file, and goes on there. */
  moveTo: (path: string) => void
  close: () => void
}

/** Each event is handed to the system as a whole line, so that a process that is killed loses none that it wrote. */
export function createRecord(path: string): RecordFile {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  return {
    write: (event) => writeSync(file, `${JSON.stringify(event)}\n`),
    moveTo: (other) => renameSync(path, other),
    close: () => closeSync(file),
  }
}

/**
 * The events of a record, read piece by piece: a long run does not have to fit in memory. A last line that was broken
 * off is passed over, as a process that was killed leaves it.
 */
export function readRecord(path: string): Iterable<RunEvent> {
  return {
    *[Symbol.iterator]() {
      let number = 0
      for (const { text, isWhole } of linesOf(path)) {
        number++
        const event = eventIn(text)
        if (event) yield event
        else if (isWhole) throw noEvent(path, number)
      }
    },
  }
}

const eventIn = (line: string): RunEvent | undefined => {
  try {
    return JSON.parse(line) as RunEvent
  } catch {
    return undefined
  }
}

const noEvent = (path: string, line: number): ConfigurationError =>
  new ConfigurationError(
    'ERR_RECORD_BROKEN',
    `${path}:${line}: this line is not an event; give the record as a run wrote it, or start a new run`,
  )

interface RecordLine {
  text: string
  /** Its end was written too. */
  isWhole: boolean
}

function* linesOf(path: string): Generator<RecordLine> {
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(1 << 16)
  // Of a line that goes on over many chunks: put together and searched once, as it may have a megabyte.
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
