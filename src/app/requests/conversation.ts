import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { line } from '../../report/text/printable.ts'

/** A person, or a pipe, that answers questions. */
export interface Questioner {
  /** Set for a person, who can be asked again. */
  isPerson: boolean
  /**
   * Returns the answer without its line break, or undefined if there will be none. A hidden answer is not shown while
   * it is typed.
   */
  ask: (question: string, options?: { hidden?: boolean }) => Promise<string | undefined>
  close: () => void
}

interface Ends {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
  /** Called when the person types Ctrl-C. */
  interrupt: () => void
}

/** Asks on one stream and reads the answers from another, one per line. Also works with pipes. */
export function converse({ input, output, interrupt }: Ends): Questioner {
  const isPerson = input.isTTY === true
  let muted = false
  const echo = new Writable({
    write: (chunk, _, done) => {
      if (!muted) output.write(chunk)
      done()
    },
  })
  const reader = createInterface({ input, output: echo, terminal: isPerson })
  reader.on('SIGINT', () => {
    interrupt()
    reader.close()
  })
  const answers = answersFrom(reader)

  return {
    isPerson,
    ask: async (question, { hidden = false } = {}) => {
      reader.setPrompt(line`${question} `)
      if (!answers.isOver()) reader.prompt()
      muted = hidden
      const answer = await answers.next()
      muted = false
      if (!isPerson || hidden) output.write('\n')
      return answer
    },
    close: () => reader.close(),
  }
}

/** Matches lines with questions. Each waits for the other. */
const answersFrom = (reader: Interface) => {
  const lines: string[] = []
  const waiting: Array<(line: string | undefined) => void> = []
  let isOver = false
  reader.on('line', (line) => {
    const next = waiting.shift()
    if (next) next(line)
    else lines.push(line)
  })
  reader.on('close', () => {
    isOver = true
    for (const next of waiting.splice(0)) next(undefined)
  })
  return {
    isOver: () => isOver,
    next: (): Promise<string | undefined> =>
      new Promise((resolve) => {
        const line = lines.shift()
        if (line !== undefined || isOver) resolve(line)
        else waiting.push(resolve)
      }),
  }
}
