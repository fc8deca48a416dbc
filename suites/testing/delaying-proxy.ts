import { onTestFinished } from 'vitest'
import { type DelayingProxy, startDelayingProxy } from '../../bench/delaying-proxy.ts'

/** Starts a proxy that delays each request and its response by this many milliseconds together, until the test ends. */
export async function delayingProxy(milliseconds: number): Promise<Pick<DelayingProxy, 'url' | 'to'>> {
  const proxy = await startDelayingProxy(milliseconds)
  onTestFinished(proxy.close)
  return proxy
}
