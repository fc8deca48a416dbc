// Records what runs do, one file per run: its requests in order, and the verdict of each check. Folders made before and
// after a change of names or places can be compared with `diff -r`.
//   npm run runs -- FOLDER

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profiles } from '../examples/minimal-server/profile.ts'
import { answering } from '../examples/minimal-server/server.ts'
import { targetFile } from '../examples/minimal-server/target-file.ts'
import { newWorld } from '../examples/minimal-server/world.ts'
import { faultsNamed } from '../mock/conditions/named.ts'
import type { ProfileName } from '../mock/profiles/index.ts'
import { variantsNamed } from '../mock/variants/index.ts'
import { serveInProcess } from '../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import type { RunEvent } from '../src/core/events.ts'
import { createInProcess, createVirtualTime } from '../src/selftest/in-process.ts'
import { runChecks, type Served } from '../src/selftest/run-checks.ts'
import { loadTarget } from '../src/target-file/reading/load.ts'
import { loadSuite } from '../suites/load.ts'

/** Faults from every source of faults, and in every part of the mock. */
const faults = [
  'without-digest-matches-body',
  'without-token-known',
  'without-right-wallet-create',
  'amounts-through-number',
  'refusals-in-html',
  'signature-believed-again',
  'query-sorted',
  'refused-payment-delivered',
  'create-quote:method:absent',
  'list-outgoing-payments:result.[].id:anothers',
  'get-quote:debitAmount.value:changing',
  'create-outgoing-payment:refused-after:token-known',
]

const variants = [
  'lists-ascending',
  'ids-counted',
  'strangers-forbidden',
  'bad-bodies-conflict',
  'ids-of-digits',
  'ids-like-ulids',
]

const seeds = [1, 2]
const generated = 10

type Serve = <T>(use: (served: Served) => Promise<T>) => Promise<T>

const mock =
  (profile: ProfileName, having: { faults?: readonly string[]; variants?: readonly string[] } = {}): Serve =>
  (use) =>
    serveInProcess(
      {
        profile,
        faults: faultsNamed(having.faults ?? [], profile),
        variants: variantsNamed(having.variants ?? [], profile),
      },
      (error) => {
        throw error
      },
      use,
    )

const minimalServer =
  (name: ProfileName): Serve =>
  async (use) => {
    const profile = profiles.get(name)
    if (!profile) throw new Error(`the minimal server has no profile ${name}`)
    const time = createVirtualTime(Date.UTC(2026, 0, 1, 12))
    const origin = 'http://minimal.example:8091'
    const world = newWorld({ profile, real: time.now, settleAfter: 50, receivers: 40 })(origin)
    const dispatcher = createInProcess(answering(world), origin, time)
    const { now, wait } = time
    const readFile = async () => targetFile(world)
    const target = await loadTarget({ file: 'target.json', cwd: '/', env: {}, now, readFile })
    try {
      return await use({ target, dispatcher, now, monotonic: now, wait, concurrency: 1 })
    } finally {
      await dispatcher.destroy()
    }
  }

const servers = (profile: ProfileName): Array<[name: string, serve: Serve]> => [
  ['strict', mock(profile)],
  ['minimal-server', minimalServer(profile)],
  ...faults.map((id): [string, Serve] => [
    `fault-${id.replaceAll(':', '.')}`,
    mock(profile, { faults: [id] }),
  ]),
  ...variants.map((id): [string, Serve] => [`variant-${id}`, mock(profile, { variants: [id] })]),
]

const lineOf = (event: RunEvent): string | undefined => {
  if (event.type === 'exchange') {
    const { method, url, body = '' } = event.request
    return [method, url, body].join(' ')
  }
  if (event.type !== 'verdict') return undefined
  const { check, verdict, claims } = event
  const evidence = verdict.status === 'failed' ? verdict.evidence : []
  const broken = evidence.map(({ requirement, grade }) => `${grade} ${requirement}`)
  return [check, verdict.status, JSON.stringify(claims), ...new Set(broken)].join(' ')
}

/** The second server creates random ids and tokens, so they are numbered in the order in which they first occur. */
const withIdsNumbered = (text: string): string => {
  const numbers = new Map<string, number>()
  return text.replaceAll(/\b[0-9a-z]{4}\.[0-9a-z]{10}\b|\bsha256:[0-9a-f]{8}\b/g, (id) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return `id-${number}`
  })
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('give the folder to write to: npm run runs -- FOLDER')
mkdirSync(folder, { recursive: true })
const suite = await loadSuite()
for (const profile of ['interface', 'open-payments-1.3'] as const) {
  const catalogue = loadCatalogue(profile)
  for (const [name, serve] of servers(profile))
    for (const seed of seeds) {
      const lines: string[] = []
      const watch = (event: RunEvent): void => {
        const line = lineOf(event)
        if (line !== undefined) lines.push(line)
      }
      await serve((served) =>
        runChecks({ suite, catalogue }, served, { only: [], seed, runs: generated, watch }),
      )
      writeFileSync(join(folder, `${profile}.${name}.${seed}.txt`), withIdsNumbered(`${lines.join('\n')}\n`))
    }
}
