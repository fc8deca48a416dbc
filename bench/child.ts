import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A side of a benchmark in its own process. Options of node, such as --cpu-prof, are passed on. */
export interface Child {
  /** Sends the child a message and waits for its reply. */
  ask: (message: object) => Promise<unknown>
  end: () => Promise<void>
}

export function start(file: string): Child {
  const child = fork(new URL(file, import.meta.url))
  return {
    ask: (message) => answerOf(child, message),
    end: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

const answerOf = (child: ChildProcess, message: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`a side of the benchmark ended with ${code}`))
    child.once('exit', failed)
    child.once('message', (answer) => {
      child.off('exit', failed)
      resolve(answer)
    })
    child.send(message)
  })

/** Runs in the child: replies to every message, and ends with the parent. */
export function answer<Message>(work: (message: Message) => Promise<unknown>): void {
  process.on('message', (message) => {
    // All messages of this channel come from the benchmark itself.
    work(message as Message).then((answered) => process.send?.(answered), crash)
  })
  process.on('disconnect', () => process.exit())
}

const crash = (error: unknown): void => {
  console.error(error)
  process.exit(1)
}
