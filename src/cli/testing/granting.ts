import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { seeded } from '../../../mock/core/random.ts'
import { allFaults } from '../../../mock/faults/index.ts'
import { createMock } from '../../../mock/server/server.ts'
import { targetOf } from '../../../mock/server/target-file.ts'
import { variantsNamed } from '../../../mock/variants/index.ts'
import { type Alter, alteringProxy } from '../../../suites/testing/altering-proxy.ts'
import { freePort } from '../../../suites/testing/free-port.ts'
import { privateJwk } from '../../init/key.ts'
import { command, folder } from './command.ts'
import { blocksOf } from './documents.ts'
import { type Intercept, relay } from './relay.ts'

export interface Scene {
  url: string
  cwd: string
  /** Rewrites the target file. */
  change: (how: (target: Record<string, unknown>) => object) => void
  /**
   * Returns the key, the other wallet and the initial tokens of the server, except the revoked, the expired and the
   * rotated one.
   */
  fixed: (components: readonly string[]) => object
  /** Method, path and status of every request, in order. */
  journal: string[]
  /** Returns the number of granted tokens that are alive. */
  alive: () => number
  /** Returns the values of all granted tokens. */
  values: () => string[]
  /** Makes the server end all granted tokens. */
  expire: () => void
}

const jwk = (seed: number, kid: string) => JSON.stringify(privateJwk(Buffer.alloc(32, seed), kid))

/** The consent command that docs/judging-a-server.md shows, which accepts or declines on the page of the mock. */
const consentScript = (decision: string): string => {
  const shown = blocksOf('docs/judging-a-server.md').find(({ text }) => text.includes('decision=accept'))
  return (shown?.text ?? '').replace('decision=accept', `decision=${decision}`)
}

/**
 * Starts a mock with an authorization server, and makes a folder with a target file that leaves all tokens to the
 * harness.
 */
export const scene = async (
  change: object = {},
  {
    decision = 'accept',
    variants = [] as string[],
    faults = [] as string[],
    clockAhead = 0,
    alter,
    intercept,
  }: {
    decision?: string
    variants?: string[]
    faults?: string[]
    clockAhead?: number
    alter?: Alter
    intercept?: Intercept
  } = {},
): Promise<Scene> => {
  const port = await freePort()
  const behind = `http://127.0.0.1:${port}`
  const publicUrl = alter ? await alteringProxy(behind, alter) : intercept && (await relay(behind, intercept))
  const mock = createMock({
    profile: 'open-payments-1.3',
    now: () => now() + clockAhead,
    random: seeded(1),
    variants: variantsNamed(variants, 'open-payments-1.3'),
    faults: allFaults('open-payments-1.3').filter(({ id }) => faults.includes(id)),
    publicUrl,
  })
  const listening = await mock.listen({ port })
  onTestFinished(listening.close)
  const journal: string[] = []
  mock.subscribe(({ method, url, status }) => void journal.push(`${method} ${url} ${status}`))
  const cwd = await folder()
  writeFileSync(join(cwd, 'consent.mjs'), consentScript(decision))
  const { url } = publicUrl === undefined ? listening : { url: publicUrl }
  const target = {
    version: 1,
    name: 'granted',
    profile: 'open-payments',
    baseUrl: url,
    walletAddress: `${url}/alice`,
    walletAsset: { assetCode: 'USD', assetScale: 2 },
    signing: { privateKey: jwk(1, 'harness') },
    client: { serve: { listen: `127.0.0.1:${await freePort()}` } },
    grants: { consent: { command: [process.execPath, 'consent.mjs'] } },
    otherWallet: { walletAddress: `${url}/bob` },
    otherClient: { signing: { privateKey: jwk(2, 'harness-other') } },
    limits: { settleTimeout: '2s', maxWait: '8s' },
    ...change,
  }
  const write = (text: object) =>
    writeFileSync(join(cwd, 't.yaml'), stringify(JSON.parse(JSON.stringify(text))))
  write(target)
  const changed = (how: (target: Record<string, unknown>) => object) => write(how(target))
  const fixed = (components: readonly string[]) => {
    const { signing, tokens, otherWallet } = Object(targetOf(mock.world, listening))
    const { revoked: _, expired: __, rotated: ___, ...living } = tokens
    return { signing: { ...signing, components }, tokens: living, otherWallet }
  }
  const granted = () => [...mock.world.tokens.values()].filter(({ grant }) => grant !== undefined)
  const expire = () => {
    for (const token of granted()) token.expiresAt = 0
  }
  const alive = () => granted().filter(({ revoked, rotated }) => !revoked && !rotated).length
  return {
    url,
    cwd,
    change: changed,
    fixed,
    journal,
    alive,
    values: () => granted().map(({ value }) => value),
    expire,
  }
}

/**
 * The milliseconds that were skipped instead of waited for. The clocks of the mock and the harness are ahead of this
 * machine by that much.
 */
let skipped = 0
export const now = (): number => Date.now() + skipped

/** Skips the 5 s that have to lie between two continuations. */
export const wait = async (milliseconds: number, until?: AbortSignal): Promise<void> => {
  if (milliseconds > 2000 && milliseconds <= 5000) skipped += milliseconds
  else await setTimeout(milliseconds, undefined, { signal: until }).catch(() => undefined)
}

export const run = (cwd: string, ...options: string[]) =>
  command(['run', 't.yaml', ...options], { cwd, env: process.env, now: () => new Date(now()), wait })

export const only = (...checks: string[]): string[] =>
  checks.flatMap((check) => ['--only', `tokens/${check}`])
