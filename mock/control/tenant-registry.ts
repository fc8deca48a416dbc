import { CannotDo, NotThere } from '../core/errors.ts'
import type { AskedTenant, Housed, Tenants } from './control.ts'

interface TenantsOptions {
  most?: number
  /** Path that the public URL has, below which tenants lie too. */
  publicPath: string
  make: (name: string, asked: AskedTenant) => Housed
}

export const tenantsPath = '/tenants'

/** The tenants of a mock. Where there are as many as there may be, no further one is made. */
export function createTenants({ most = 200, publicPath, make }: TenantsOptions): Tenants {
  const tenants = new Map<string, Housed>()
  let made = 0

  const freeName = (): string => {
    do made += 1
    while (tenants.has(`t${made}`))
    return `t${made}`
  }
  const get = (name: string): Housed => {
    const tenant = tenants.get(name)
    if (tenant) return tenant
    throw new NotThere(`there is no tenant "${name}"; GET /_control/tenants lists those that there are`)
  }
  return {
    most,
    add(asked, how) {
      if (tenants.size >= most) {
        throw new CannotDo(`there are ${most} tenants, which is as many as there may be: drop one first`)
      }
      const name = asked ?? freeName()
      if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
        throw new CannotDo('a name has 1 to 63 small letters, digits and hyphens, and begins with no hyphen')
      }
      if (tenants.has(name)) throw new CannotDo(`there is a tenant "${name}" already; drop it first`)
      const tenant = make(name, how)
      tenants.set(name, tenant)
      return tenant
    },
    all: () => [...tenants.values()],
    get,
    drop: (name) => void tenants.delete(get(name).name),
    listenerFor: (url) => {
      const below = url.startsWith(publicPath) ? url.slice(publicPath.length) : url
      const name = nameIn(below) ?? nameIn(url)
      return name === undefined ? undefined : tenants.get(name)?.app
    },
  }
}

const nameIn = (path: string): string | undefined =>
  path.startsWith(`${tenantsPath}/`) ? /^[^/?#]*/.exec(path.slice(tenantsPath.length + 1))?.[0] : undefined
