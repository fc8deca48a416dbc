import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { RunEvent } from '../events.ts'

/** A run's record on disk, one event a line, readable as often as wanted. */
export interface RecordFile {
  write: (event: RunEvent) => void
  close: () => void
}

export const createRecord = (path: string): RecordFile => {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  return {
    write: (event) => writeSync(file, `${JSON.stringify(event)}\n`),
    close: () => closeSync(file),
  }
}

/** The events of a record, read piece by piece: a long run does not have to fit in memory. */
export const readRecord = (path: string): Iterable<RunEvent> => ({
  *[Symbol.iterator]() {
    for (const line of linesOf(path)) yield JSON.parse(line) as RunEvent
  },
})

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(1 << 16)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, read))).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}
