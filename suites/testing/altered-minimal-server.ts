import { isObject } from '../../src/core/json.ts'
import type { Target } from '../../src/target-file/target.ts'
import { type Alter, alteringProxy, type Passing } from './altering-proxy.ts'
import { minimalServer } from './minimal-server.ts'

/** Starts a minimal-server behind a proxy that alters its responses. Returns the target. */
export async function through({ alter, profile }: { alter: Alter; profile?: string }): Promise<Target> {
  const { target } = await minimalServer(profile)
  const url = `${await alteringProxy(target.baseUrl, alter)}/pay/v0`
  // A payment settles in 50 ms. A second is enough for that on a busy machine, and waits for something that never comes end early.
  const limits = { ...target.limits, settleTimeout: 1000 }
  return { ...target, limits, connection: { ...target.connection, url } }
}

export function isCreated({ method, path, status }: Passing, collection: string): boolean {
  return method === 'POST' && path.endsWith(collection) && status === 201
}

/** Alters the resources that a response shows. */
export const eachOf =
  (collection: string, alter: (resource: Record<string, unknown>) => Record<string, unknown>): Alter =>
  (passing) => {
    const { path, status, json } = passing
    if (!path.includes(collection) || status >= 300 || !isObject(json)) return passing
    const { result } = json
    const altered = Array.isArray(result) ? { ...json, result: result.map(alter) } : alter(json)
    return { ...passing, json: altered }
  }

export const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Record<string, unknown>): Record<string, unknown> =>
    rest
