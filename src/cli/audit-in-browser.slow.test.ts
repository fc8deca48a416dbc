import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../report/data/json.ts'
import { openBrowser } from '../report/testing/browser.ts'
import { command, folder } from './testing/command.ts'
import { serveMock } from './testing/mock.ts'

/** Writes the HAR that Chromium records while it sends requests without a token to a mock. */
const archived = async (cwd: string, url: string): Promise<void> => {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ recordHar: { path: join(cwd, 'x.har') } })
  const page = await context.newPage()
  await page.goto(`${url}/alice`)
  await page.evaluate(async () => {
    for (const path of ['/quotes/none', '/outgoing-payments', '/incoming-payments/none']) {
      await (await fetch(path)).text()
    }
  })
  await context.close()
}

test.each([
  [[], []],
  [['challenge-of-another-scheme'], ['errors.401.www-authenticate']],
])(
  'auditing the HAR that Chromium recorded of a mock with the faults %j finds exactly %j',
  async (faults, requirements) => {
    const cwd = await folder()
    const { url } = await serveMock({ faults })
    await archived(cwd, url)
    const { code } = await command(['audit', 'x.har', '--base-url', url, '--out', 'a'], { cwd })
    const reportOf = (side: string): Report =>
      JSON.parse(readFileSync(join(cwd, 'a', side, 'report.json'), 'utf8'))
    const [server, client] = [reportOf('server'), reportOf('client')]
    expect(server.findings.map(({ requirement }) => requirement)).toEqual(requirements)
    expect(server.counts.exchanges).toBeGreaterThanOrEqual(3)
    // A browser has neither token nor key.
    expect(client.findings.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining(['client.token.carried', 'client.signature.made']),
    )
    expect(code).toBe(1)
  },
)
