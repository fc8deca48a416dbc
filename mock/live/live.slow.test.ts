import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../src/report/testing/browser.ts'
import { seeded } from '../core/random.ts'
import { createMock } from '../server/server.ts'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { openLive } from '../testing/live-page.ts'
import { relayTo } from '../testing/relay.ts'
import { askQuote, pay, quote } from '../testing/requests.ts'
import { noon, running } from '../testing/running.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
})

test('the page shows each exchange as it happens, newest first', async () => {
  const mock = await running()
  const { page, row, noticed } = await openLive(browser, mock.controlUrl)
  await page.getByText('No requests yet').waitFor()
  await quote(mock)
  await row(1).waitFor()
  expect(await row(1).innerText()).toMatch(/#1\s+12:00:00\s+POST\s+\/quotes\s+201/)
  await pay(mock)
  await row(2).waitFor()
  expect(await page.locator('#exchanges .row .id').allInnerTexts()).toEqual(['#2', '#1'])
  expect(noticed).toEqual([])
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

test('a refusal can be unfolded by keyboard, and shows what is wrong and what was received', async () => {
  const mock = await running({ explain: () => findings })
  const { page, row } = await openLive(browser, mock.controlUrl)
  await call(mock, askQuote(mock, {}, { signer: null }))
  await row(1).waitFor()
  expect(await row(1).innerText()).toContain('refused by signature-present')
  await row(1).focus()
  await page.keyboard.press('Enter')
  await page.getByText(findings[0]?.says ?? '').waitFor()
  expect(await page.locator('.lines li').allInnerTexts()).toEqual([
    expect.stringMatching(/^same\s+"@method": POST$/),
    expect.stringMatching(/^received\s+"@target-uri": http:\/\/mock\/quotes\/$/),
    expect.stringMatching(/^expected\s+"@target-uri": http:\/\/mock\/quotes$/),
  ])
  expect(await page.locator('.more pre').first().innerText()).toMatch(/^POST \/quotes\n/)
  await page.keyboard.press('Enter')
  expect(await page.locator('.more').count()).toBe(0)
})

test('exchanges are filtered by words, linked to, and copied as curl', async () => {
  const mock = await running()
  await quote(mock)
  await pay(mock)
  await quote(mock)
  const { page, row, noticed } = await openLive(browser, mock.controlUrl, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await row(3).waitFor()
  const ids = () => page.locator('#exchanges .row .id').allInnerTexts()
  await page.getByLabel('Filter').fill('POST /outgoing')
  await expect.poll(ids).toEqual(['#2'])
  await row(2).click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied').waitFor()
  const copied: string = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toMatch(/^curl -X POST 'http:\/\/[^']+\/outgoing-payments' -H '/)
  expect(copied).toMatch(/-H '[Ss]ignature-[Ii]nput: sig1=.* --data-raw '\{/)
  const again = await page.context().newPage()
  await again.goto(page.url())
  await again.locator('#exchange-2 .more').waitFor()
  expect(await again.locator('.more').count()).toBe(1)
  expect(noticed).toEqual([])
})

test('the page shows a payment under way, and updates it when its clock is advanced', async () => {
  const mock = await running({ clock: { frozen: true } })
  const { page } = await openLive(browser, mock.controlUrl)
  await pay(mock)
  const payment = page.locator('#outgoingPayments .thing').first()
  await payment.getByText('0.00 USD of 1.00 USD sent').waitFor()
  expect(await payment.innerText()).toContain('under way')
  await page.getByLabel('Advance by').fill('65s')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await payment.getByText('1.00 USD of 1.00 USD sent').waitFor()
  expect(mock.world.now()).toBe(noon + 65_000)
  await expect.poll(() => page.locator('#now').innerText()).toBe('2026-01-01 12:01:05 UTC, frozen')
})

test('buttons freeze and release the clock, and reset the mock', async () => {
  const mock = await running({ now: Date.now })
  const { page, row } = await openLive(browser, mock.controlUrl)
  const freeze = page.getByRole('button', { name: 'Freeze' })
  await freeze.click()
  await expect.poll(() => freeze.getAttribute('aria-pressed')).toBe('true')
  expect(mock.clock.stands()).toBe(true)
  await freeze.click()
  await expect.poll(mock.clock.stands).toBe(false)
  await quote(mock)
  await row(1).waitFor()
  await page.getByRole('button', { name: 'Reset the mock' }).click()
  await page.getByText('No requests yet').waitFor()
})

test('a fault can be found by its name, turned on, and turned off again', async () => {
  const mock = await running()
  const { page } = await openLive(browser, mock.controlUrl)
  await page.getByLabel('Fault or variant').fill('create-quote:createdAt:absent')
  await expect.poll(() => page.locator('#says').innerText()).toMatch(/createdAt/)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const off = page.getByRole('button', { name: 'Turn off create-quote:createdAt:absent' })
  await off.waitFor()
  expect((await quote(mock)).json).not.toHaveProperty('createdAt')
  await off.click()
  await page.getByText('No fault or variant is on: the mock is strict.').waitFor()
  expect((await quote(mock)).json).toHaveProperty('createdAt')
})

test('a variant that is entered while the page is still loading can be described and turned on', async () => {
  const mock = await running()
  const { page } = await openLive(browser, mock.controlUrl)
  await page.route('**/_control/variants', async (route) => {
    if (route.request().method() === 'GET') await setTimeout(1000)
    await route.continue()
  })
  const loadAndEnter = async () => {
    await page.reload()
    await page.getByLabel('Fault or variant').fill('optional-fields-left-out')
  }
  await loadAndEnter()
  expect(await page.locator('#says').innerText()).toBe('')
  await expect.poll(() => page.locator('#says').innerText()).toMatch(/field/)
  await loadAndEnter()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off optional-fields-left-out' }).waitFor()
})

test('the page suggests the nearest name for an unknown one', async () => {
  const { page } = await openLive(browser, (await running()).controlUrl)
  await page.getByLabel('Fault or variant').fill('without-token-knwon')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Did you mean "without-token-known"?').waitFor()
})

test('an answer ordered on the page is carried out, and then leaves the list of orders', async () => {
  const mock = await running()
  const { page } = await openLive(browser, mock.controlUrl)
  await page.getByLabel('What happens').selectOption({ label: '429, the request is not processed' })
  await page.getByRole('button', { name: 'Order' }).click()
  await page.getByText('1 to come').waitFor()
  expect((await quote(mock)).status).toBe(429)
  await page.getByText('as ordered: 429 instead of processing').waitFor()
  await expect.poll(() => page.locator('#orders li').count()).toBe(0)
})

test('the page reconnects when the server is started again on the same port', async () => {
  const mock = await running()
  await quote(mock)
  const { page, row } = await openLive(browser, mock.controlUrl)
  await row(1).waitFor()
  await mock.close()
  await page.getByText('reconnecting').waitFor()
  const again = createMock({ now: () => noon + 1, random: seeded(2) })
  const listening = await again.listen({ port: Number(new URL(mock.url).port) })
  onTestFinished(listening.close)
  await page.getByText('live', { exact: true }).waitFor()
  await page.getByText('No requests yet').waitFor()
  await fetch(`${listening.url}/quotes/1`)
  await row(1).waitFor()
  expect(await row(1).innerText()).toContain('refused by token-present')
})

test('after a reconnect the page shows the exchanges that it missed, and keeps others unfolded', async () => {
  const mock = await running()
  const relay = await relayTo(mock.url)
  const { page, row } = await openLive(browser, `${relay.url}/_control`)
  await quote(mock)
  await row(1).click()
  relay.cut(true)
  await page.getByText('reconnecting').waitFor()
  await quote(mock)
  relay.cut(false)
  await row(2).waitFor()
  expect(await row(1).getAttribute('aria-expanded')).toBe('true')
})

test('the page shows at most 200 rows, however many exchanges there are', async () => {
  const mock = await running()
  const { page } = await openLive(browser, mock.controlUrl)
  for (let count = 0; count < 20; count += 1) {
    await Promise.all(Array.from({ length: 30 }, () => fetch(`${mock.url}/quotes/1`)))
  }
  await page.getByText('200 shown of 600').waitFor()
  expect(await page.locator('#exchanges .row').count()).toBe(200)
})

test('the page shows only refused exchanges if "Refused only" is checked', async () => {
  const mock = await running()
  const { page, row } = await openLive(browser, mock.controlUrl)
  await quote(mock)
  await call(mock, { path: '/nothing' })
  await row(2).waitFor()
  await page.getByLabel('Refused only').check()
  await expect.poll(() => page.locator('#exchanges .row').count()).toBe(1)
  await quote(mock)
  await call(mock, { path: '/nowhere' })
  await row(4).waitFor()
  expect(await page.locator('#exchanges .row .id').allInnerTexts()).toEqual(['#4', '#2'])
})

test('a tenant has a page of its own, which shows only its own exchanges', async () => {
  const mock = await running()
  const { json } = await askControl(mock, 'POST', '/tenants', { name: 'one' })
  const { controlUrl, url } = json as { controlUrl: string; url: string }
  const { page, row } = await openLive(browser, controlUrl)
  await quote(mock)
  await fetch(`${url}/quotes/1`)
  await row(1).waitFor()
  expect(await row(1).innerText()).toContain('/tenants/one/quotes/1')
  expect(await page.locator('#exchanges .row').count()).toBe(1)
})
