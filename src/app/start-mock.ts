import { randomBytes } from 'node:crypto'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import { loadFixtures } from '../../mock/fixtures/load.ts'
import { mockProfileNamed } from '../../mock/profiles/index.ts'
import { environmentOf } from '../../mock/server/environment.ts'
import type { ListeningMock, Mock } from '../../mock/server/options.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetOf } from '../../mock/server/target-file.ts'
import { variantsNamed } from '../../mock/variants/index.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { TargetContents } from '../target-file/contents.ts'
import { controlOf, type MockControl } from './mock/control.ts'
import { explainRefused } from './mock/explain-refused.ts'
import type { FixturesContents } from './mock/fixtures-contents.ts'
import { asConfigurationError } from './mock/mistakes.ts'
import { checkSettings, object, seed, text, texts, wholeNumber, yesOrNo } from './settings.ts'

/** The settings for starting a mock. Everything has a default. */
export interface MockSettings {
  /** The profile: `interface`, or `open-payments` for the published specification. Default: `interface`. */
  profile?: string | undefined
  /** The port to listen on. Default: any free port. */
  port?: number | undefined
  /** The address to listen on. Default: `127.0.0.1`. */
  host?: string | undefined
  /** The base URL that clients use and sign for. Default: the URL that the mock listens on. */
  publicUrl?: string | undefined
  /** Serves over TLS with a self-signed certificate. */
  tls?: boolean | undefined
  /** Creates the same ids, keys and tokens at every start. */
  seed?: number | undefined
  /** The start of the clock, and whether it stands still. */
  clock?: { at?: Date | undefined; frozen?: boolean | undefined } | undefined
  /** The ids of variants: other permitted behaviours. */
  variants?: readonly string[] | undefined
  /** The deliberate defects, as `id` or `id@condition`. */
  faults?: readonly string[] | undefined
  /** The wallets, assets, keys, tokens and receivers, as in a fixtures file. */
  fixtures?: FixturesContents | undefined
}

/** A running mock. `await using` closes it. */
export interface RunningMock extends MockWorld, AsyncDisposable {
  /** The certificate as PEM, if the mock serves over TLS. */
  certificate?: string | undefined
  /** Creates a tenant: a separate world below a path of its own, for tests that run at the same time. */
  tenant: () => MockTenant
  close: () => Promise<void>
}

/** A separate world in a mock, with its own clock, resources, tokens and control. */
export interface MockTenant extends MockWorld {
  /** Removes the tenant, and frees its name and its memory. */
  remove: () => void
}

/** Everything that clients and tests need to use a mock. */
export interface MockWorld {
  /** The base URL of the payments service. */
  url: string
  /** The control API for other processes, and the live page for people. */
  controlUrl: string
  /** The contents of a target file for this mock: `judge(mock.target)` judges it. It holds private keys and tokens. */
  target: TargetContents
  /** The settings of a client: OP_BASE_URL, OP_WALLET_ADDRESS, OP_TOKEN, OP_KEY_ID, OP_PRIVATE_KEY and others. */
  env: Record<string, string>
  control: MockControl
}

/**
 * Starts the reference server in this process. It prints nothing. Throws a ConfigurationError if a setting is wrong or
 * the port is in use.
 */
export async function startMock(settings: MockSettings = {}): Promise<RunningMock> {
  checkSettings('startMock', settings, {
    profile: text,
    port: wholeNumber(0, 65_535),
    host: text,
    publicUrl: text,
    tls: yesOrNo,
    seed,
    clock: object,
    variants: texts,
    faults: texts,
    fixtures: object,
  })
  try {
    const mock = await mockOf(settings)
    const { host = '127.0.0.1', port = 0, tls = false } = settings
    return running(mock, await mock.listen({ host, port, tls }))
  } catch (error) {
    throw asConfigurationError(error, 'clock')
  }
}

const mockOf = async (settings: MockSettings): Promise<Mock> => {
  const { publicUrl, seed, clock, variants = [], faults = [], fixtures } = settings
  const profile = mockProfileNamed(settings.profile ?? 'interface')
  const { at, frozen = false } = clock ?? {}
  return createMock({
    now: Date.now,
    random: seed === undefined ? randomBytes : seeded(seed),
    publicUrl,
    profile,
    clock: { frozen, ...(at && { at: at.getTime() }) },
    variants: variantsNamed(variants, profile),
    faults: faultsNamed(faults, profile),
    ...(fixtures && { fixtures: await loadFixtures('fixtures', async () => JSON.stringify(fixtures)) }),
    explain: explainRefused(),
  })
}

const running = (mock: Mock, listening: ListeningMock): RunningMock => {
  const { certificate, controlUrl = '', close } = listening
  return {
    url: mock.world.publicUrl,
    controlUrl,
    certificate,
    target: targetOf(mock.world, listening) as TargetContents,
    env: { ...environmentOf(mock.world) },
    control: controlOf(mock),
    tenant: () => tenantOf(mock),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const tenantOf = ({ tenants }: Mock): MockTenant => {
  if (!tenants)
    throw new ConfigurationError(
      'ERR_MOCK_CONTROL',
      'The mock has no tenants; call startMock for another mock',
    )
  const { name, url, controlUrl, target, env } = tenants.add(undefined, {})
  return {
    url,
    controlUrl,
    target: target as TargetContents,
    env: { ...env },
    control: controlOf(tenants.get(name).controlled),
    remove: () => tenants.drop(name),
  }
}
