import type { Task } from './tried.ts'

/** Gives a thread its next task; none if nothing is left. */
export type Queue = (thread: unknown) => Task | undefined

/** What the strict mock gets from the same checks a thread asks once: it goes on with these as long as it can. */
export function createQueue(tasks: readonly Task[]): Queue {
  const left = [...tasks]
  const threads = new Map<string, unknown>()
  return (thread) => {
    const threadOf = (task: Task): unknown => threads.get(selectionOf(task))
    const own = left.findIndex((task) => threadOf(task) === thread)
    const place =
      own >= 0
        ? own
        : Math.max(
            0,
            left.findIndex((task) => threadOf(task) === undefined),
          )
    const [next] = left.splice(place, 1)
    if (next && threadOf(next) === undefined) threads.set(selectionOf(next), thread)
    return next
  }
}

const selectionOf = ({ only }: Task): string => only.join(' ')
