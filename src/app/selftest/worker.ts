import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Task } from '../../selftest/tried.ts'
import { createFaultRunner, type StrictAsked } from './trier.ts'

// One thread of the selftest: gets a fault, or checks to ask the strict mock for; gives what came of it.

const trier = await createFaultRunner(workerData, {
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: (milliseconds) => setTimeout(milliseconds),
  // Whoever is interrupted ends the thread.
  signal: new AbortController().signal,
})

parentPort?.on('message', async (task: Task | StrictAsked) => {
  try {
    parentPort?.postMessage({ done: 'fault' in task ? await trier.tryFault(task) : await trier.strict(task) })
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.stack : String(error) })
  }
})
