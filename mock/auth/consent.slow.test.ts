import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../src/report/testing/browser.ts'
import { askConsent, askContinue, grant } from '../testing/grants.ts'
import { usd } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

/** A client's own server on another origin, to which the consent page redirects a person. */
const wayBack = async (): Promise<string> => {
  const server = createServer((_request, response) => response.end('Back at the client'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`
}

test.each([1280, 360])(
  'a person accepts in a browser %d px wide, without scripts, and returns to the client',
  async (width) => {
    const mock = await running()
    const uri = await wayBack()
    const interact = { start: ['redirect'], finish: { method: 'redirect', uri, nonce: 'n' } }
    const learnt = await grant(mock, askConsent(mock, { debitAmount: usd('500') }, interact))
    const context = await browser.newContext({ viewport: { width, height: 640 }, javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(learnt.interact.redirect)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Back at the client').waitFor({ timeout: 5000 })
    const interact_ref = new URL(page.url()).searchParams.get('interact_ref')
    mock.clock.advance(5000)
    expect(await grant(mock, askContinue(mock, learnt, { interact_ref }))).toHaveProperty('access_token')
    expect(complaints).toEqual([])
  },
)

test('axe finds no violations on the consent page', async () => {
  const mock = await running()
  const { interact } = await grant(mock, askConsent(mock, { debitAmount: usd('500') }))
  const context = await browser.newContext({ bypassCSP: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(interact.redirect)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: unknown[] }>('axe.run()')
  expect(violations).toEqual([])
})
