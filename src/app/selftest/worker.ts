import { parentPort, workerData } from 'node:worker_threads'
import type { Task } from '../../selftest/fault.ts'
import { inThisProcess } from '../environment.ts'
import { createFaultRunner, type StrictAsked } from './fault-runner.ts'

// A thread of the selftest. It receives a fault, or checks to run against the strict mock, and returns the result.

// An interrupted process ends this thread, so its own signal is never aborted.
const { signal } = new AbortController()
const runner = await createFaultRunner(workerData, inThisProcess({ signal }))

parentPort?.on('message', async (task: Task | StrictAsked) => {
  try {
    parentPort?.postMessage({
      done: 'fault' in task ? await runner.tryFault(task) : await runner.strict(task),
    })
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.stack : String(error) })
  }
})
