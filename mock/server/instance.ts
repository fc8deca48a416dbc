import { setTimeout } from 'node:timers/promises'
import type { Express, Router } from 'express'
import { fetchingKeys } from '../auth/fetch-keys.ts'
import { basePathOf, createActiveVariants } from '../changes/active.ts'
import type { Controlled, Tenants } from '../control/control.ts'
import { createControllable } from '../control/controllable.ts'
import { createExchanges, type Limits } from '../exchanges/kept.ts'
import { builtIn } from '../fixtures/built-in.ts'
import { createFeed } from '../live/feed.ts'
import { profileOf } from '../profiles/index.ts'
import { createApp } from './app.ts'
import type { MockOptions } from './options.ts'

/** One world with its application, wherever it is served from. */
export interface Instance {
  app: Express
  controlled: Controlled
}

interface Place {
  /** Decides all tokens, keys, ids and secrets. */
  seed: string
  /** The public URL, without what variants add to it. */
  publicUrl: string
  /** Where it is controlled, and by what. */
  control?: { path: string; routerFor: (controlled: Controlled) => Router }
  limits?: Limits
  tenants?: Tenants
}

/** Holds an answer back by the time of this machine; the process does not live on for it. */
const byThisMachine = (milliseconds: number): Promise<unknown> =>
  setTimeout(milliseconds, undefined, { ref: false })

export function createInstance(options: MockOptions, place: Place): Instance {
  const { now, variants = [], faults = [], profile = 'interface', fixtures = builtIn } = options
  const { clientKeys = [], plainHttpClients = false, fetch = globalThis.fetch } = options
  const { explain = () => [], wait = byThisMachine, onMistake = () => {} } = options
  const { seed, control, limits, tenants } = place
  const begun = { variants, faults }
  const { routes, ...change } = profileOf(profile)
  const publicUrl = place.publicUrl + basePathOf(begun)
  const controlled: Controlled = {
    ...createControllable({
      now,
      clock: options.clock,
      seed,
      fixtures,
      clientKeys,
      profile,
      setup: createActiveVariants(routes, change, begun),
      exchanges: createExchanges(limits),
      // Another start has another name, so that nobody goes on with the numbers of this one.
      feed: createFeed(now().toString(36)),
      explain,
      publicUrl,
    }),
    ...(tenants && { tenants }),
  }
  const app = createApp({
    controlled,
    basePath: new URL(publicUrl).pathname.replace(/\/$/, ''),
    ...(control && { control: { path: control.path, router: control.routerFor(controlled) } }),
    fetchKeys: fetchingKeys({ fetch, plainHttp: plainHttpClients ? 'anywhere' : 'loopback' }),
    onMistake,
    wait,
  })
  return { app, controlled }
}
