import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

export interface LivePage {
  page: Page
  /** What the page got wrong: errors, dialogs, and all that its policy had to stop. */
  noticed: string[]
  /** The row of an exchange. */
  row: (id: number) => Locator
}

/** The live page at a control URL, once it is live. */
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
