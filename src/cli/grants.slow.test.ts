import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { variantsNamed } from '../../mock/variants/index.ts'
import { openBrowser } from '../report/testing/browser.ts'
import { folder } from './testing/command.ts'
import { type Process, start } from './testing/process.ts'

/** Starts a mock with an authorization server, and makes a folder that holds only a consent command. */
const scene = async ({
  consent = `${process.execPath} consent.mjs`,
  variants = [] as string[],
  published = undefined as string | undefined,
} = {}) => {
  const mock = createMock({
    publicUrl: published,
    profile: 'open-payments-1.3',
    now: Date.now,
    random: seeded(1),
    variants: variantsNamed(variants, 'open-payments-1.3'),
  })
  const { url: reached, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  const url = published ?? reached
  const cwd = await folder()
  writeFileSync(
    join(cwd, 'consent.mjs'),
    `let page = ''
for await (const chunk of process.stdin) page += chunk
const headers = { 'content-type': 'application/x-www-form-urlencoded' }
await fetch(page.trim().replace('${url}', '${reached}'), { method: 'POST', body: 'decision=accept', headers })
`,
  )
  const alive = () =>
    [...mock.world.tokens.values()].filter(
      ({ grant, revoked, rotated }) => grant !== undefined && !revoked && !rotated,
    ).length
  const connect = published === undefined ? [] : ['--connect', `${published}=${reached}`]
  const options = ['--other', `${url}/bob`, '--consent', consent, ...connect]
  const init = start(['init', `${url}/alice`, ...options], { cwd })
  expect(await init.ended).toBe(0)
  /** Waits until the server has answered a request that matches. */
  const answered = (request: RegExp) =>
    new Promise<void>((resolve) => {
      const stop = mock.subscribe(({ method, url: path }) => {
        if (!request.test(`${method} ${path}`)) return
        stop()
        resolve()
      })
    })
  return { cwd, alive, answered }
}

test('two wallet addresses and a consent command are enough for a whole run', async () => {
  const { cwd, alive } = await scene()
  const run = start(['run'], { cwd })
  const code = await run.ended
  expect(run.stdout()).toMatch(/Checks +\d{3} passed, 0 failed, \d+ skipped, 0 inconclusive/)
  // Circumstances that no grant provides: time, a receiver that is full or fails, a wallet in another asset.
  const skipped = /^Skipped.*\n((?: {2}- .*\n)+)/m.exec(run.stdout())?.[1] ?? ''
  const known = /clock|limits\.maxWait|receivers\.(?:completed|failing|otherAsset)|tokens\.expired/
  expect(skipped.split('\n').filter((line) => line !== '' && !known.test(line))).toEqual([])
  expect([code, alive()]).toEqual([0, 0])
})

test('a run judges a server that publishes https and listens on http by its published URL', async () => {
  const { cwd, alive } = await scene({ published: 'https://wallet.example' })
  const run = start(['run', '--only', 'ids,quotes,payments/direct'], { cwd })
  const code = await run.ended
  expect(run.stdout()).toMatch(/Checks +\d+ passed, 0 failed, \d+ skipped, 0 inconclusive/)
  expect(run.stdout()).toContain('https://wallet.example')
  expect([code, alive()]).toEqual([0, 0])
})

type Moment = (run: Process, answered: (request: RegExp) => Promise<void>) => Promise<unknown>

test.each<[string, Moment]>([
  ['while consent is asked for', (run) => run.saysAside(/consent is asked for/)],
  ['between consent and continuation', (run) => run.saysAside(/interaction hash/)],
  ['between the last grant and the run', (_, answered) => answered(/^GET \/(?:quotes|incoming|outgoing)/)],
  ['in the middle of the run', (run) => run.saysAside(/POST \S*\/quotes/)],
  [
    'while its tokens are revoked',
    async (_, answered) => {
      await answered(/^POST \/quotes/)
      await answered(/^DELETE \/auth\/token/)
    },
  ],
])('after a run is killed %s, tokens --revoke leaves nothing granted', async (_, moment) => {
  const { cwd, alive, answered } = await scene()
  const run = start(['run', '--verbose', '--only', 'quotes/one-amount'], { cwd })
  await moment(run, answered)
  run.kill()
  await run.ended
  const revoking = start(['tokens', '--revoke'], { cwd })
  expect(await revoking.ended).toBe(0)
  expect([alive(), existsSync(join(cwd, '.op-conformance-tokens'))]).toEqual([0, false])
})

test('a person gives consent in a browser, comes back, and the run goes on', async () => {
  const { cwd, alive } = await scene({ consent: 'browser', variants: ['several-access-tokens'] })
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const run = start(['run', '--only', 'tokens/own-only'], { cwd })
  for (const each of [1, 2]) {
    const pattern = new RegExp(`consent ${each} of 2: opens a browser; .* and decide within 600 s: (\\S+)`)
    const page = await browser.newPage()
    await page.goto(await run.saysAside(pattern))
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 5000 })
  }
  expect([await run.ended, alive()]).toEqual([0, 0])
  expect(run.stderr()).toContain('revoked ')
})

test('an interrupted run revokes its tokens', async () => {
  const { cwd, alive } = await scene()
  const run = start(['run', '--verbose'], { cwd })
  await run.saysAside(/POST \S*\/quotes/)
  run.interrupt()
  expect([await run.ended, alive()]).toEqual([130, 0])
  expect(run.stderr()).toMatch(/revoked \d+ tokens/)
})
