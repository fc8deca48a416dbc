import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The path of Debian's Chromium, unless CHROMIUM names another browser. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Opens a browser that makes no connections of its own. */
export function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `there is no Chromium at ${executablePath}: \`apt-get install -y chromium\`, or name one in CHROMIUM`,
    )
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

/** Opens every part of a page that can be folded. */
export function unfold(page: Page): Promise<unknown> {
  return page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
}

/** Returns the list of what a page does that no report may do: dialogs, requests, messages and errors, as they occur. */
export function noticedOn(page: Page): string[] {
  const noticed: string[] = []
  page.on('dialog', (dialog) => {
    noticed.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => noticed.push(`request ${request.url()}`))
  page.on('console', (message) => noticed.push(`console ${message.text()}`))
  page.on('pageerror', (error) => noticed.push(`error ${error.message}`))
  return noticed
}
