import { controlPath, controlRouter } from '../control/router.ts'
import { createOne, type One } from '../one.ts'
import type { MockOptions } from '../server.ts'
import { basePathOf } from '../setup.ts'
import { targetOf } from '../target-file.ts'
import { secret, seeded } from '../world/random.ts'
import { type AskedTenant, createTenants, type Housed, tenantsPath } from './tenants.ts'

interface House extends One {
  /** Tells the mock where it listens: its public URL, where it was given none. */
  moveTo: (url: string) => void
}

/** So much of each tenant's exchanges is kept: there may be many tenants. */
const tenantLimits = { count: 500, body: 64 * 1024, bytes: 1024 * 1024 }

/** A mock with the tenants that live in it. */
export const withTenants = (options: MockOptions): House => {
  const { control = true } = options
  const stylePath = basePathOf({ styles: options.styles ?? [] })
  const given = options.publicUrl?.replace(/\/+$/, '')
  const publicPath = given === undefined ? '' : new URL(given).pathname.replace(/\/$/, '')
  const seed = secret(options.random)
  let url = given === undefined ? 'http://localhost' : new URL(given).origin

  const make = (name: string, asked: AskedTenant): Housed => {
    const path = `${tenantsPath}/${name}`
    const own = { ...options, ...asked, random: seeded(asked.seed ?? `${seed}/${name}`) }
    const controlAt = path + controlPath
    const one = createOne(own, {
      seed: secret(own.random),
      publicUrl: (given ?? url) + path,
      control: { path: controlAt, routerFor: controlRouter },
      limits: tenantLimits,
    })
    const { world } = one.controlled
    const controlUrl = url + controlAt
    const target = targetOf(world, { url, controlUrl })
    return { ...one, name, url: world.publicUrl, controlUrl, target }
  }
  const one = createOne(options, {
    seed,
    publicUrl: given ?? url,
    ...(control && {
      control: { path: controlPath, routerFor: controlRouter },
      tenants: createTenants({ publicPath, make }),
    }),
  })
  return {
    ...one,
    moveTo: (bound) => {
      url = bound
      if (given === undefined) one.controlled.world.publicUrl = bound + stylePath
    },
  }
}
