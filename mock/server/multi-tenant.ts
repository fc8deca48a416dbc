import { basePathOf } from '../changes/active.ts'
import type { AskedTenant, Housed } from '../control/control.ts'
import { controlPath, controlRouter } from '../control/router.ts'
import { createTenants, tenantsPath } from '../control/tenant-registry.ts'
import { secret, seeded } from '../core/random.ts'
import { createInstance, type Instance } from './instance.ts'
import type { ExchangeListener, MockOptions } from './options.ts'
import { targetOf } from './target-file.ts'

interface MultiTenantMock extends Instance {
  /** Calls for each exchange from then on, of its tenants too, until what it gives back is called. */
  subscribe: (told: ExchangeListener) => () => void
  /** Tells the mock where it listens: its public URL, where it was given none. */
  moveTo: (url: string) => void
}

/** So much of each tenant's exchanges is kept: there may be many tenants. */
const tenantLimits = { count: 500, body: 64 * 1024, bytes: 1024 * 1024 }

/** A mock with the tenants that live in it. */
export function withTenants(options: MockOptions): MultiTenantMock {
  const { control = true } = options
  const variantPath = basePathOf({ variants: options.variants ?? [] })
  const given = options.publicUrl?.replace(/\/+$/, '')
  const publicPath = given === undefined ? '' : new URL(given).pathname.replace(/\/$/, '')
  const seed = secret(options.random)
  const subscribers = new Set<ExchangeListener>()
  let url = given === undefined ? 'http://localhost' : new URL(given).origin

  const telling = (one: Instance): Instance => {
    const { controlled } = one
    controlled.exchanges.subscribe((exchange) => {
      for (const told of subscribers) told(exchange, controlled)
    })
    return one
  }

  const make = (name: string, asked: AskedTenant): Housed => {
    const path = `${tenantsPath}/${name}`
    const own = { ...options, ...asked, random: seeded(asked.seed ?? `${seed}/${name}`) }
    const controlAt = path + controlPath
    const one = telling(
      createInstance(own, {
        seed: secret(own.random),
        publicUrl: (given ?? url) + path,
        control: { path: controlAt, routerFor: controlRouter },
        limits: tenantLimits,
      }),
    )
    const { world } = one.controlled
    const controlUrl = url + controlAt
    const target = targetOf(world, { url, controlUrl })
    return { ...one, name, url: world.publicUrl, controlUrl, target }
  }
  const one = telling(
    createInstance(options, {
      seed,
      publicUrl: given ?? url,
      ...(control && {
        control: { path: controlPath, routerFor: controlRouter },
        tenants: createTenants({ publicPath, make }),
      }),
    }),
  )
  return {
    ...one,
    subscribe(told) {
      subscribers.add(told)
      return () => void subscribers.delete(told)
    },
    moveTo: (bound) => {
      url = bound
      if (given === undefined) one.controlled.world.publicUrl = bound + variantPath
    },
  }
}
