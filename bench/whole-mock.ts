import { startMock } from '../src/app/start-mock.ts'
import type { TargetContents } from '../src/target-file/contents.ts'
import { answer } from './child.ts'

/** The mock for a whole run, in its own process. */
export interface WholeMock {
  port: number
  target: TargetContents
}

answer(async ({ publicUrl }: { publicUrl?: string }): Promise<WholeMock> => {
  const { controlUrl, target } = await startMock({ publicUrl, seed: 1 })
  // connectUrl is removed, so that all requests go to the public URL.
  const { connectUrl: _, ...reached } = target
  return { port: Number(new URL(controlUrl).port), target: reached }
})
