import { onTestFinished } from 'vitest'
import { type DelayingProxy, startDelayingProxy } from '../../bench/delaying-proxy.ts'

/** A proxy that lets each byte through only after so many milliseconds, until the test ends. */
export async function delayingProxy(milliseconds: number): Promise<Pick<DelayingProxy, 'url' | 'to'>> {
  const proxy = await startDelayingProxy(milliseconds)
  onTestFinished(proxy.close)
  return proxy
}
