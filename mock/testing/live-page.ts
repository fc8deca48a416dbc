import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

export interface LivePage {
  page: Page
  /** Problems of the page: errors, dialogs, and everything that its content security policy blocked. */
  noticed: string[]
  /** The row of an exchange. */
  row: (id: number) => Locator
}

/** Opens the live page of a control URL, and waits until it is connected. */
export async function openLive(
  browser: Browser,
  controlUrl: string | undefined,
  options: BrowserContextOptions = {},
): Promise<LivePage> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const noticed: string[] = []
  page.on('dialog', (dialog) => {
    noticed.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => noticed.push(error.message))
  page.on('console', (message) => noticed.push(message.text()))
  await page.goto(`${controlUrl}/`)
  await page.getByText('live', { exact: true }).waitFor()
  const row = (id: number) => page.locator('#exchanges .row', { hasText: `#${id}` }).first()
  return { page, noticed, row }
}
