import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Task } from '../../selftest/tried.ts'
import { createFaultRunner, type StrictAsked } from './fault-runner.ts'

// A thread of the selftest. It receives a fault, or checks to run against the strict mock, and returns the result.

const runner = await createFaultRunner(workerData, {
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: (milliseconds) => setTimeout(milliseconds),
  // An interrupted process ends this thread.
  signal: new AbortController().signal,
})

parentPort?.on('message', async (task: Task | StrictAsked) => {
  try {
    parentPort?.postMessage({
      done: 'fault' in task ? await runner.tryFault(task) : await runner.strict(task),
    })
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.stack : String(error) })
  }
})
