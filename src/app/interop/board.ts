import type { RunEvent } from '../../core/events.ts'
import { lines } from '../../report/text/printable.ts'
import { createProgressLine, erased } from '../../report/text/progress.ts'
import { type Io, isLively } from '../environment.ts'

/** A common view of all runs of an event: their output, line by line, and their progress. */
export interface Board {
  /** Returns a stream for the output of a participant's run. Each line begins with the participant's name. */
  streamFor: (name: string) => { write: (text: string) => unknown }
  /** Returns a function that takes every event of a participant's run. */
  tellerFor: (name: string) => (event: RunEvent) => void
  ended: (name: string, words: string) => void
  /** Prints a line that belongs to no participant. */
  say: (line: string) => void
}

/**
 * Creates the view. The last line of a terminal shows the progress of every participant. A pipe gets a line only when a
 * participant is done.
 */
export function createBoard(count: number, { stderr, env }: Pick<Io, 'stderr' | 'env'>): Board {
  const lively = isLively(stderr, env)
  const under = new Map<string, string>()
  let done = 0
  const status = (): string => {
    const all = [`${done} of ${count} done`, ...[...under].map(([name, line]) => `${name}: ${line}`)]
    return all.join(' | ').slice(0, (stderr.columns ?? 100) - 1)
  }
  const draw = (text = ''): void => {
    if (lively) stderr.write(lines(`${erased}${text}${done < count ? status() : ''}`))
    else if (text !== '') stderr.write(lines(text))
  }
  return {
    streamFor: (name) => inLines((line) => draw(`${name}: ${line}\n`)),
    tellerFor: (name) => {
      const lineAfter = createProgressLine()
      let before = ''
      return (event) => {
        const line = lineAfter(event)
        if (line === before) return
        before = line
        under.set(name, line)
        draw()
      }
    },
    say: (line) => draw(`${line}\n`),
    ended: (name, words) => {
      under.delete(name)
      done++
      draw(`${name}: ${words}\n`)
    },
  }
}

const inLines = (tell: (line: string) => void): { write: (text: string) => unknown } => {
  let rest = ''
  return {
    write: (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') tell(line)
    },
  }
}
