import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../src/report/testing/browser.ts'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { openLive } from '../testing/live-page.ts'
import { askPayment, askQuote, pay, quote, receiver, usd } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
})

const findings = [
  {
    cause: 'trailing-slash',
    says: 'The signature covers a URL with a slash at its end. Sign the URL as it is sent.',
    lines: [
      { received: '"@method": POST', expected: '"@method": POST' },
      { received: '"@target-uri": http://mock/quotes/', expected: '"@target-uri": http://mock/quotes' },
    ],
  },
]

const attacks = [
  '<script>owned = 1; alert(1)</script>',
  '"><img src=http://127.0.0.1:9/x onerror=alert(1)>',
  '<svg onload=alert(1)><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '</pre></li><form action=http://127.0.0.1:9/><button autofocus>x</button></form>',
  '\u202e\u0000javascript:alert(1)',
]

test('the page shows everything in a request as text', async () => {
  const mock = await running({
    explain: ({ body }) => [
      {
        cause: Buffer.from(body).toString(),
        says: Buffer.from(body).toString(),
        lines: [{ received: attacks.join('') }],
      },
    ],
  })
  const { page, row, noticed } = await openLive(browser, mock.controlUrl)
  for (const [place, attack] of attacks.entries()) {
    await call(mock, {
      method: 'POST',
      path: `/${encodeURIComponent(attack)}?'"><x>`,
      body: attack,
      signer: null,
      tamper: (headers) => ({ ...headers, 'x-attack': attack.replace(/[^\x20-\x7e]/g, '') }),
    })
    await pay(mock, { metadata: { attack } })
    await row(place * 2 + 1).click()
  }
  await expect.poll(() => page.locator('.finding').count()).toBe(attacks.length)
  const foreign = await page.evaluate(
    "document.querySelectorAll('img, iframe, svg, x, main script, form[action]').length",
  )
  expect(foreign).toBe(0)
  expect(await page.evaluate('typeof owned')).toBe('undefined')
  expect(await page.locator('main').innerText()).not.toMatch(/[^\P{C}\n\t]/u)
  expect(noticed).toEqual([])
})

interface Violation {
  id: string
  nodes: Array<{ html: string; failureSummary?: string }>
}

const violationsIn = async (page: Page): Promise<string[]> => {
  // The debugger evaluates this: the content security policy does not bind it.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()')
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}\n${nodes[0]?.failureSummary}`)
}

/** A page that shows at least one of everything. */
const full = async (options: BrowserContextOptions): Promise<Page> => {
  const mock = await running({ explain: () => findings, clock: { frozen: true } })
  const { page, row } = await openLive(browser, mock.controlUrl, options)
  await quote(mock)
  await pay(mock)
  await pay(mock, { incomingPayment: receiver(mock, 'failing'), debitAmount: usd('250') })
  await call(mock, { path: '/incoming-payments?first=3' })
  await askControl(mock, 'PUT', '/faults', { faults: ['create-quote:createdAt:absent'] })
  await askControl(mock, 'PUT', '/variants', { variants: ['ids-counted'] })
  await askControl(mock, 'POST', '/clock', { advance: '90ms' })
  await pay(mock)
  await askControl(mock, 'POST', '/answers', { status: 503, operation: 'create-outgoing-payment' })
  await call(mock, askPayment(mock))
  await askControl(mock, 'POST', '/answers', { delay: '2s', times: 3 })
  await call(mock, { path: '/nothing' }).catch(() => undefined)
  await askControl(mock, 'DELETE', '/answers')
  await askControl(mock, 'POST', '/answers', { delay: '2s', times: 3, operation: 'get-quote' })
  await call(mock, askQuote(mock, {}, { signer: null }))
  await row(8).click()
  await page.locator('.finding').first().waitFor()
  await expect.poll(() => page.locator('#outgoingPayments .thing').count()).toBeGreaterThan(3)
  return page
}

test.each([
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const)(
  'at $width pixels, $colorScheme, axe finds nothing and nothing is wider than the screen',
  async (view) => {
    const { width, colorScheme } = view
    const page = await full({ viewport: { width, height: width === 360 ? 800 : 900 }, colorScheme })
    const pictures = process.env['LIVE_PICTURES']
    if (pictures) {
      const path = join(pictures, `live-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`)
      await page.screenshot({ path, fullPage: width === 360 })
    }
    expect(await violationsIn(page)).toEqual([])
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
  },
)

test('every control is reached by keyboard, in order, and shows that it is', async () => {
  const page = await full({ viewport: { width: 1440, height: 900 } })
  const controls = await page.evaluate<number>(
    "[...document.querySelectorAll('a, summary, button, input, select, pre, .things')].filter((one) => one.checkVisibility()).length",
  )
  await page.locator('.skip').focus()
  for (let reached = 1; reached < controls; reached += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none')
  }
  expect(
    await page.evaluate('document.activeElement.closest("section").getAttribute("aria-labelledby")'),
  ).toBe('resources-title')
})
