import { faultsNamed } from '../conditions/named.ts'
import { CannotDo, NotThere } from '../core/errors.ts'
import { asObject, type JsonObject } from '../core/json.ts'
import { instantOf } from '../core/time.ts'
import { mockProfileNamed, type ProfileName } from '../profiles/index.ts'
import type { ClockOptions } from '../state/clock.ts'
import { variantsNamed } from '../variants/index.ts'
import type { AskedTenant, Control, Controlled, Housed, Tenant, Tenants } from './control.ts'
import { named, text, texts, wholeNumber } from './reading.ts'

const path = '/tenants'

/** Creates a separate world below a path of its own. */
export const addTenant: Control = {
  method: 'post',
  path,
  keys: ['name', 'seed', 'clock', 'variants', 'faults', 'profile'],
  work: (controlled, body) => {
    const { name } = body
    const tenants = tenantsOf(controlled)
    const tenant = named(() =>
      tenants.add(
        name === undefined ? undefined : text(name, 'name'),
        askedIn(body, controlled.world.profile),
      ),
    )
    tell(controlled)
    return wholeTenant(tenant)
  },
}

export const listTenants: Control = {
  method: 'get',
  path,
  work: (controlled) => shownTenants(tenantsOf(controlled)),
}

/** Shows a tenant with its target file, which contains its keys and tokens. */
export const showTenant: Control = {
  method: 'get',
  path: `${path}/:name`,
  work: (controlled, _body, { params }) => {
    return wholeTenant(tenantsOf(controlled).get(params['name'] ?? ''))
  },
}

export const dropTenant: Control = {
  method: 'delete',
  path: `${path}/:name`,
  work: (controlled, _body, { params }) => {
    const tenants = tenantsOf(controlled)
    tenants.drop(params['name'] ?? '')
    tell(controlled)
    return shownTenants(tenants)
  },
}

const tell = (controlled: Controlled): void =>
  controlled.feed.tell('tenants', shownTenants(tenantsOf(controlled)))

const tenantsOf = ({ tenants }: Controlled): Tenants => {
  if (tenants) return tenants
  throw new CannotDo('A tenant cannot have tenants. Send the request to the mock itself')
}

const shownTenant = ({ name, url, controlUrl }: Pick<Tenant, 'name' | 'url' | 'controlUrl'>) => ({
  name,
  url,
  controlUrl,
})

/** The tenant with the settings that the harness and a client need to use it. */
const wholeTenant = ({ target, env, ...tenant }: Tenant) => ({ ...shownTenant(tenant), target, env })

const shownTenants = (tenants: Tenants) => ({ most: tenants.most, tenants: tenants.all().map(shownTenant) })

const askedIn = (
  { seed, clock, variants, faults, profile: asked }: JsonObject,
  own: ProfileName,
): AskedTenant => {
  const profile = asked === undefined ? own : named(() => mockProfileNamed(text(asked, 'profile')))
  return {
    profile,
    ...(seed !== undefined && { seed: wholeNumber(seed, 'seed') }),
    ...(clock !== undefined && { clock: clockIn(clock) }),
    ...(variants !== undefined && {
      variants: named(() => variantsNamed(texts(variants, 'variants'), profile)),
    }),
    ...(faults !== undefined && { faults: named(() => faultsNamed(texts(faults, 'faults'), profile)) }),
  }
}

const clockIn = (value: unknown): ClockOptions => {
  const { at, frozen, ...others } = asObject(value) ?? { others: true }
  if (Object.keys(others).length > 0) throw new CannotDo('clock is not an object of at and frozen')
  const instant = typeof at === 'string' ? instantOf(at) : undefined
  if (at !== undefined && instant === undefined) {
    throw new CannotDo('clock.at is not a date-time such as "2026-01-01T12:00:00Z"')
  }
  if (frozen !== undefined && typeof frozen !== 'boolean') {
    throw new CannotDo('clock.frozen is neither true nor false')
  }
  return { ...(instant !== undefined && { at: instant }), ...(frozen !== undefined && { frozen }) }
}

interface TenantsOptions {
  most?: number
  /** The path of the public URL. Tenants are served below it too. */
  publicPath: string
  make: (name: string, asked: AskedTenant) => Housed
}

export const tenantsPath = '/tenants'

/** The tenants of a mock. Refuses to create more than `most`. */
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
    throw new NotThere(`Unknown tenant "${name}". GET /_control/tenants lists all tenants`)
  }
  return {
    most,
    add(asked, how) {
      if (tenants.size >= most) {
        throw new CannotDo(`Too many tenants (limit ${most}). Delete a tenant first`)
      }
      const name = asked ?? freeName()
      needValid(name)
      if (tenants.has(name)) throw new CannotDo(`Tenant "${name}" exists already. Delete it first`)
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

const needValid = (name: string): void => {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return
  throw new CannotDo(
    'The name is not valid. Use 1 to 63 lower-case letters, digits and hyphens, and do not begin with a hyphen',
  )
}

const nameIn = (path: string): string | undefined =>
  path.startsWith(`${tenantsPath}/`) ? /^[^/?#]*/.exec(path.slice(tenantsPath.length + 1))?.[0] : undefined
