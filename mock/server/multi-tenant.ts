import type { RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fetchingKeys } from '../auth/fetch-keys.ts'
import { basePathOf, createActiveVariants } from '../changes/active.ts'
import type { AskedTenant, Controlled, Housed, Tenants } from '../control/control.ts'
import { createControllable } from '../control/controllable.ts'
import { controlPath, controlRouter } from '../control/router.ts'
import { createTenants, tenantsPath } from '../control/tenants.ts'
import { secret, seeded } from '../core/random.ts'
import { createExchanges, type ExchangeLimits } from '../exchanges/exchange.ts'
import { builtIn } from '../fixtures/built-in.ts'
import { createFeed } from '../live/feed.ts'
import { profileOf } from '../profiles/index.ts'
import { createApp } from './app.ts'
import { environmentOf } from './environment.ts'
import type { ExchangeListener, MockOptions } from './options.ts'
import { targetOf } from './target-file.ts'

/** A world and the application that serves it. */
export interface Instance {
  app: RequestListener
  controlled: Controlled
}

interface TenantPlace {
  /** Determines all tokens, keys, ids and secrets. */
  seed: string
  /** The public URL, without what variants add to it. */
  publicUrl: string
  /** The path of the control API, or undefined if there is none. */
  controlAt?: string
  limits?: ExchangeLimits
  tenants?: Tenants
}

/** Delays a response by real time. The timer does not keep the process alive. */
const byThisMachine = (milliseconds: number): Promise<unknown> =>
  setTimeout(milliseconds, undefined, { ref: false })

function createInstance(options: MockOptions, place: TenantPlace): Instance {
  const { now, variants = [], faults = [], profile = 'interface', fixtures = builtIn } = options
  const { clientKeys = [], plainHttpClients = false, fetch = globalThis.fetch } = options
  const { explain = () => [], wait = byThisMachine, onMistake = () => {} } = options
  const { seed, controlAt, limits, tenants } = place
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
      // The name of the feed differs at each start, so that no client continues with event numbers of an earlier one.
      feed: createFeed(now().toString(36)),
      explain,
      publicUrl,
    }),
    ...(controlAt && { controlPath: controlAt }),
    ...(tenants && { tenants }),
  }
  const app = createApp({
    controlled,
    basePath: new URL(publicUrl).pathname.replace(/\/$/, ''),
    ...(controlAt && { control: { path: controlAt, router: controlRouter(controlled) } }),
    fetchKeys: fetchingKeys({ fetch, plainHttp: plainHttpClients ? 'anywhere' : 'loopback' }),
    onMistake,
    wait,
  })
  return { app, controlled }
}

interface MultiTenantMock extends Instance {
  /**
   * Calls `listener` for every further exchange, including those of tenants. Returns a function that ends the subscription.
   */
  subscribe: (listener: ExchangeListener) => () => void
  /** Tells the mock where it listens. That becomes its public URL if the options have none. */
  moveTo: (url: string) => void
}

/** Limits on the recorded exchanges of a tenant. They are low because there may be many tenants. */
const tenantLimits = { count: 500, body: 64 * 1024, bytes: 1024 * 1024 }

/** Creates a mock and the tenants that live in it. */
export function withTenants(options: MockOptions): MultiTenantMock {
  const { control = true } = options
  const variantPath = basePathOf({ variants: options.variants ?? [] })
  const given = options.publicUrl?.replace(/\/+$/, '')
  const publicPath = given === undefined ? '' : new URL(given).pathname.replace(/\/$/, '')
  const seed = secret(options.random)
  const { subscribe, telling } = subscribing()
  let url = given === undefined ? 'http://localhost' : new URL(given).origin

  const make = (name: string, asked: AskedTenant): Housed => {
    const own = { ...options, ...asked, random: seeded(asked.seed ?? `${seed}/${name}`) }
    return telling(tenantOf(own, name, { url, publicUrl: given ?? url }))
  }
  const one = telling(
    createInstance(options, {
      seed,
      publicUrl: given ?? url,
      ...(control && {
        controlAt: controlPath,
        tenants: createTenants({ publicPath, make }),
      }),
    }),
  )
  return {
    ...one,
    subscribe,
    moveTo: (bound) => {
      url = bound
      if (given === undefined) one.controlled.world.publicUrl = bound + variantPath
    },
  }
}

/** Creates a tenant below the address at which the mock listens, and below its public URL. */
const tenantOf = (
  options: MockOptions,
  name: string,
  { url, publicUrl }: { url: string; publicUrl: string },
): Instance & Housed => {
  const path = `${tenantsPath}/${name}`
  const controlAt = path + controlPath
  const one = createInstance(options, {
    seed: secret(options.random),
    publicUrl: publicUrl + path,
    controlAt,
    limits: tenantLimits,
  })
  const { world } = one.controlled
  const controlUrl = url + controlAt
  const target = targetOf(world, { url, controlUrl })
  return { ...one, name, url: world.publicUrl, controlUrl, target, env: environmentOf(world) }
}

/** Forwards the exchanges of every instance that is passed through `telling` to all subscribers. */
const subscribing = (): Pick<MultiTenantMock, 'subscribe'> & {
  telling: <T extends Instance>(one: T) => T
} => {
  const subscribers = new Set<ExchangeListener>()
  return {
    subscribe: (listener) => {
      subscribers.add(listener)
      return () => void subscribers.delete(listener)
    },
    telling: (one) => {
      const { controlled } = one
      controlled.exchanges.subscribe((exchange) => {
        for (const listener of subscribers) listener(exchange, controlled)
      })
      return one
    },
  }
}
