import type { Task } from './tried.ts'

/** Gives a thread its next task, or undefined if no task is left. */
export type Queue = (thread: unknown) => Task | undefined

/**
 * Keeps tasks with the same checks on the same thread where possible, because a thread runs the strict mock only once
 * for each selection of checks.
 */
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
