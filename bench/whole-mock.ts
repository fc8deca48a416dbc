import { startMock } from '../src/app/start-mock.ts'
import { answer } from './child.ts'

/** The mock for a whole run, in a process of its own. */
export interface WholeMock {
  port: number
  target: object
}

answer(async ({ publicUrl }: { publicUrl?: string }): Promise<WholeMock> => {
  const { controlUrl, target } = await startMock({ publicUrl, seed: 1 })
  // All requests go to the public URL.
  const { connectUrl: _, ...reached } = target as { connectUrl?: string }
  return { port: Number(new URL(controlUrl).port), target: reached }
})
