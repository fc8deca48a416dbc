import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { noticedOn, openBrowser, unfold } from '../testing/browser.ts'
import { viewSaying } from '../testing/record.ts'
import { page as render } from './page.ts'

const folder = mkdtempSync(join(tmpdir(), 'op-hostile-html-'))
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

/** Writes the page of a run in which every text of the server is this one, and returns its URL. */
const pageSaying = (name: string, text: string): string => {
  const file = join(folder, name)
  const options = {
    colour: false,
    verbose: false,
    report: 'report.json',
    complete: false,
    enforce: 'must',
  } as const
  writeFileSync(file, render(viewSaying(text), options))
  return pathToFileURL(file).href
}

const open = async (url: string): Promise<Page> => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const opened = await context.newPage()
  await opened.goto(url)
  return opened
}

/** Attacks that would be noticed by a dialog, a request, another element, or a mark left behind. */
const attacks = [
  '<script>owned = 1; alert(1)</script>',
  '</script><script>owned = 1; alert(1)</script>',
  '</style><script>owned = 1; alert(1)</script>',
  '</title></head><body onload=alert(1)>',
  '"><img src=http://127.0.0.1:9/x onerror=alert(1)>',
  "' onmouseover='alert(1)' autofocus onfocus='alert(1)",
  '<svg onload=alert(1)><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<link rel=stylesheet href=http://127.0.0.1:9/x><base href=http://127.0.0.1:9/>',
  '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '<form action=http://127.0.0.1:9/><button autofocus>x</button></form>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&#60;script&#62;alert(1)',
  '--><script>alert(1)</script><!--',
  ']]><script>alert(1)</script>',
  '\u0000<scr\u0000ipt>alert(1)</script>\u202e',
  `\${alert(1)}{{alert(1)}}javascript:alert(1)`,
]

const census = (opened: Page): Promise<unknown> =>
  opened.evaluate(
    "[...document.querySelectorAll('*')].map((one) => one.localName + ' ' + one.getAttributeNames().join())",
  )

test('a hostile report runs no script, sends no request and contains no element of the server', async () => {
  const plain = pageSaying('plain.html', 'x')
  const harmless = await open(plain)
  await unfold(harmless)
  const expected = await census(harmless)
  for (const attack of [...attacks, attacks.join('')]) {
    const hostile = pageSaying('hostile.html', attack)
    const opened = await open(plain)
    const noticed = noticedOn(opened)
    await opened.goto(hostile)
    await unfold(opened)
    for (const finding of await opened.locator('.finding').all()) await finding.hover()
    expect(await census(opened), attack).toEqual(expected)
    expect(await opened.evaluate('typeof owned'), attack).toBe('undefined')
    expect(noticed, attack).toEqual([`request ${hostile}`])
  }
})
