import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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
