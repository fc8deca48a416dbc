// Takes the pictures of the documents: a report with a finding, the live page of the mock after a client's mistake,
// and the page on which a person gives consent to a run.
//   npm run pictures
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/report/testing/browser.ts'

const main = join(process.cwd(), 'dist/src/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'op-pictures-'))

const listening = async (child: ReturnType<typeof spawn>): Promise<string> => {
  if (!child.stderr) throw new Error('the mock has no output')
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = /^ready at (\S+)$/.exec(line) ?? []
    if (url) return url
  }
  throw new Error('the mock ended before it was ready')
}

const op = (...args: string[]) => promisify(execFile)(process.execPath, [main, ...args], { cwd: folder })

/** Makes the report of the README's example. */
const makeReport = (): Promise<unknown> =>
  op('run', 't.yaml', '--only', 'content-digest', '--reporter', 'html=report.html').catch(
    () => 'a failure, which is what is wanted',
  )

/** Sends requests that are signed for another URL than the mock sees, as behind a proxy. */
const makeMistakes = async (url: string): Promise<void> => {
  const target = readFileSync(join(folder, 't.yaml'), 'utf8').replace(
    `baseUrl: ${url}`,
    `baseUrl: https://wallet.example\nconnectUrl: ${url}`,
  )
  writeFileSync(join(folder, 'proxied.yaml'), target)
  await op('run', 't.yaml', '--only', 'ids/quote-is-read-back')
  await op('run', 'proxied.yaml').catch(() => 'not judged, which is what is wanted')
}

const shoot = async (page: Page, name: string): Promise<void> => {
  const path = join('docs/images', `${name}.png`)
  await page.screenshot({ path })
  console.log(path)
}

/** Takes a picture of the page that asks a person for consent to a run, which is so small that the whole page is seen. */
const shootConsent = async (page: Page): Promise<void> => {
  const options = ['--profile', 'open-payments', '--variant', 'several-access-tokens', '--quiet']
  const mock = spawn(process.execPath, [main, 'mock', '--port', '0', ...options], { cwd: folder })
  const url = await listening(mock)
  const run = ['run', `${url}/alice`, '--other', `${url}/bob`, '--consent', 'print', '--only', 'races']
  const running = spawn(process.execPath, [main, ...run], { cwd: folder })
  try {
    for await (const line of createInterface({ input: running.stderr })) {
      const [, address] = /open this page and decide within \d+ s: (\S+)/.exec(line) ?? []
      if (address === undefined) continue
      await page.goto(address)
      await shoot(page, 'consent')
      break
    }
  } finally {
    for (const child of [running, mock]) {
      child.kill()
      await once(child, 'exit')
    }
  }
}

const browser = await openBrowser()
const options = ['--fault', 'without-digest-matches-body', '--quiet', '--write-target', 't.yaml']
const mock = spawn(process.execPath, [main, 'mock', '--port', '0', ...options], { cwd: folder })
try {
  const url = await listening(mock)
  const page = await browser.newPage({ viewport: { width: 960, height: 865 }, colorScheme: 'light' })
  await makeReport()
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  await shoot(page, 'report')

  await fetch(`${url}/_control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"faults":[]}',
  })
  await makeMistakes(url)
  await page.setViewportSize({ width: 1000, height: 600 })
  await page.goto(`${url}/_control/`)
  await page.locator('#exchanges .row', { hasText: 'signature-verifies' }).first().click()
  await page.locator('.finding').first().waitFor()
  await shoot(page, 'live')

  await page.setViewportSize({ width: 800, height: 900 })
  await shootConsent(page)
} finally {
  await browser.close()
  mock.kill()
  await once(mock, 'exit')
  rmSync(folder, { recursive: true })
}
