import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { against } from '../../../suites/testing/against-mock.ts'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { openBrowser, unfold } from '../testing/browser.ts'
import { viewSaying } from '../testing/record.ts'
import { type RunView, viewOf } from '../view.ts'
import { page as render } from './page.ts'

const folder = mkdtempSync(join(tmpdir(), 'op-html-'))
let browser: Browser

/** The report of a run with content for every part: failures, a warning, skips, notes. */
const real = join(folder, 'real.html')

const write = (file: string, view: RunView): void =>
  writeFileSync(
    file,
    render(view, {
      colour: false,
      verbose: false,
      report: 'reports/mock/report.json',
      complete: false,
      enforce: 'must',
    }),
  )

beforeAll(async () => {
  browser = await openBrowser()
  const events = await against({
    faults: [
      'without-digest-matches-body',
      'create-quote:createdAt:absent',
      'create-outgoing-payment:sentAmount:absent',
      'list-incoming-payments:pagination:absent',
      'refusals-in-html',
    ],
    target: ({ tokens: { full }, ...target }) => ({ ...target, tokens: { full } }),
  })
  write(real, viewOf(events, loadCatalogue()))
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

const open = async (file: string, options: BrowserContextOptions = {}, hash = ''): Promise<Page> => {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const opened = await context.newPage()
  await opened.goto(pathToFileURL(file).href + hash)
  return opened
}

/** Opens everything except the steps of most checks, which are numerous and alike. */
const unfoldOneOfEachKind = (opened: Page): Promise<unknown> =>
  opened.evaluate(
    "for (const one of document.querySelectorAll('details')) one.open = !one.matches('#checks li:nth-child(n+4) > details')",
  )

interface Violation {
  id: string
  nodes: Array<{ html: string; failureSummary?: string }>
}

const violationsIn = async (opened: Page): Promise<string[]> => {
  await opened.evaluate(axe.source)
  const { violations } = await opened.evaluate<{ violations: Violation[] }>('axe.run()')
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}\n${nodes[0]?.failureSummary}`)
}

const views = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

// A width and a colour scheme do not act on each other, so each of them is looked at once.
test.each([views[0], views[3]])(
  'axe finds no violation at $width pixels, $colorScheme, folded or unfolded',
  async ({ width, colorScheme }) => {
    const opened = await open(real, { viewport: { width, height: 800 }, colorScheme })
    expect(await violationsIn(opened)).toEqual([])
    await unfoldOneOfEachKind(opened)
    expect(await violationsIn(opened)).toEqual([])
  },
)

const sidewards = (opened: Page): Promise<number> =>
  opened.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

test.each(views)(
  'nothing is wider than the screen at $width pixels, $colorScheme',
  async ({ width, colorScheme }) => {
    const opened = await open(real, { viewport: { width, height: 800 }, colorScheme })
    await unfold(opened)
    expect(await sidewards(opened)).toBeLessThanOrEqual(0)
    const long = join(folder, 'long.html')
    write(long, viewSaying('x'.repeat(3000)))
    await opened.goto(pathToFileURL(long).href)
    await unfold(opened)
    expect(await sidewards(opened)).toBeLessThanOrEqual(0)
  },
)

test('the first screen shows the verdict, the profile and the seed, even at 360 pixels', async () => {
  const opened = await open(real, { viewport: { width: 360, height: 800 } })
  const first = opened.locator('header')
  for (const text of ['Not conforming', 'interface', '1, 20 generated cases per property']) {
    const box = await first.getByText(text).first().boundingBox()
    expect(box && box.y + box.height, text).toBeLessThan(800)
  }
})

const background = 'getComputedStyle(document.body).backgroundColor'

test('the page is dark for a reader who prefers it, but light on paper', async () => {
  const opened = await open(real, { colorScheme: 'light' })
  const light = await opened.evaluate(background)
  await opened.emulateMedia({ colorScheme: 'dark' })
  expect(await opened.evaluate(background)).not.toBe(light)
  await opened.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await opened.evaluate(background)).toBe('rgb(255, 255, 255)')
})

test('a printed page shows findings in full, and hides controls that can only be clicked', async () => {
  const opened = await open(real)
  await opened.emulateMedia({ media: 'print' })
  for (const part of await opened.locator('.finding pre, .finding .copyable code').all()) {
    expect(await part.isVisible()).toBe(true)
    expect((await part.boundingBox())?.height).toBeGreaterThan(0)
  }
  for (const control of await opened.locator('nav, button, .filter').all()) {
    expect(await control.isVisible()).toBe(false)
  }
  expect((await opened.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the keyboard reaches every control in order, and the focus is visible', async () => {
  const opened = await open(real)
  await opened.keyboard.press('Tab')
  expect(await opened.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  const controls = await opened.evaluate<number>(
    '[...document.querySelectorAll(\'a, summary, button, input, select, [tabindex="0"]\')].filter((one) => one.checkVisibility()).length',
  )
  for (let reached = 1; reached < controls; reached++) {
    await opened.keyboard.press('Tab')
    const seen = await opened.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(seen).not.toBe('none')
  }
  expect(await opened.evaluate('document.activeElement.closest("#checks") !== null')).toBe(true)
})

test('the page gives a screen reader landmarks, headings and names', async () => {
  const opened = await open(real)
  for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const) {
    expect(await opened.getByRole(landmark).count(), landmark).toBe(1)
  }
  expect(await opened.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Not conforming/)
  const article = opened.getByRole('article').first()
  expect(await article.getAttribute('aria-labelledby')).toMatch(/^finding-[\w.-]+-says$/)
  await unfold(opened)
  const headers = opened.getByRole('table').first().getByRole('columnheader')
  expect(await headers.allTextContents()).toEqual(['Requirement', 'Result'])
})

test('a button copies its command', async () => {
  const opened = await open(real, { permissions: ['clipboard-read', 'clipboard-write'] })
  await unfold(opened)
  await opened.getByRole('button', { name: 'Copy the command: replay' }).first().click()
  await opened.getByText('Copied', { exact: true }).waitFor()
  const copied = await opened.evaluate('navigator.clipboard.readText()')
  expect(copied).toMatch(/^op-conformance replay reports\/mock\/report\.json \S+$/)
})

test('a button copies a shown exchange as curl', async () => {
  const opened = await open(real, { permissions: ['clipboard-read', 'clipboard-write'] })
  await unfold(opened)
  await opened.getByRole('button', { name: 'Copy as curl' }).first().click()
  await opened.getByText('Copied', { exact: true }).waitFor()
  expect(await opened.evaluate('navigator.clipboard.readText()')).toMatch(
    /^curl -X [A-Z]+ http:\/\/127\.0\.0\.1:\d+\//,
  )
})

test('a link to a folded check unfolds it', async () => {
  const opened = await open(real)
  const row = opened.locator('[id="check-content-digest/altered"]')
  expect(await row.isVisible()).toBe(false)
  await opened.goto(`${pathToFileURL(real).href}#check-content-digest/altered`)
  await row.waitFor()
  expect((await row.boundingBox())?.y).toBeLessThan(800)
})

test('the findings are filtered by title, id, operation, expected and received, not by what was sent', async () => {
  const opened = await open(real)
  const filter = opened.getByRole('search', { name: 'Filter findings' })
  const findings = opened.locator('.finding')
  const all = await findings.count()
  expect(await filter.locator('output').textContent()).toBe(`${all} of ${all}`)
  const left = async (words: string): Promise<number> => {
    await filter.getByRole('searchbox').fill(words)
    return findings.locator('visible=true').count()
  }
  // Each request has a Content-Digest.
  expect(await left('digest')).toBe(1)
  for (const words of ['status 201', 'create-quote', 'createdAt', 'signature.digest.matches-body'])
    expect(await left(words), words).toBeGreaterThan(0)
  expect(await left('no such words')).toBe(0)
  expect(await filter.locator('output').textContent()).toBe(`0 of ${all}`)
})

test('the findings are grouped by operation, and by cause again', async () => {
  const opened = await open(real)
  const filter = opened.getByRole('search', { name: 'Filter findings' })
  const ids = () => opened.locator('.finding').evaluateAll((cards) => cards.map(({ id }) => id))
  const byCause = await ids()
  await filter.getByRole('combobox', { name: 'Group by' }).selectOption('operation')
  const names = await opened.locator('.group').allTextContents()
  expect(names).toContain('create-quote (1)')
  expect(names).toEqual(names.toSorted())
  expect((await ids()).toSorted()).toEqual(byCause.toSorted())
  await filter.getByRole('searchbox').fill('createdAt')
  expect(await opened.locator('.group').locator('visible=true').allTextContents()).toEqual([
    'create-quote (1)',
  ])
  await filter.getByRole('searchbox').fill('')
  await filter.getByRole('combobox', { name: 'Group by' }).selectOption('cause')
  expect(await ids()).toEqual(byCause)
  expect(await opened.locator('.group').count()).toBe(0)
})

test('keys and buttons go to the next and the previous failure', async () => {
  const opened = await open(real)
  const failures = await opened.locator('.finding.failure').evaluateAll((cards) => cards.map(({ id }) => id))
  expect(failures.length).toBeGreaterThan(1)
  const focused = () => opened.evaluate<string>('document.activeElement.id')
  await opened.keyboard.press('Alt+ArrowDown')
  expect(await focused()).toBe(failures[0])
  await opened.keyboard.press('Alt+ArrowDown')
  expect(await focused()).toBe(failures[1])
  await opened.keyboard.press('Alt+ArrowUp')
  expect(await focused()).toBe(failures[0])
  await opened.keyboard.press('Alt+ArrowUp')
  expect(await focused()).toBe(failures.at(-1))
  await opened.getByRole('button', { name: 'Next failure' }).click()
  expect(await focused()).toBe(failures[0])
})

test('the page does not go back to a failure once the reader scrolls', async () => {
  const opened = await open(real)
  // In one task, so that no frame comes between.
  await opened.evaluate(
    "document.querySelector('button[data-steps]').click(); dispatchEvent(new Event('wheel')); scrollTo({ top: 0, behavior: 'instant' })",
  )
  await opened.evaluate(
    '(async () => { for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame) })()',
  )
  expect(await opened.evaluate<number>('scrollY')).toBe(0)
})

test('the list of checks filters by text and by kind, and counts what is left', async () => {
  const opened = await open(real)
  await opened.getByText('All checks with their verdicts and steps').click()
  const filter = opened.getByRole('search', { name: 'Filter checks' })
  const rows = opened.locator('#filter-checks > li')
  const all = await rows.count()
  await filter.getByRole('combobox', { name: 'Show' }).selectOption('failed')
  const failed = await rows.locator('visible=true').count()
  expect(failed).toBeGreaterThan(0)
  expect(failed).toBeLessThan(all)
  await filter.getByRole('searchbox').fill('BODY altered')
  expect(await rows.locator('visible=true').allTextContents()).toEqual([
    expect.stringContaining('A body altered after signing is refused'),
  ])
  expect(await filter.locator('output').textContent()).toBe(`1 of ${all}`)
})

test('without JavaScript the page shows the same findings, and hides controls that would not work', async () => {
  const opened = await open(real, { javaScriptEnabled: false })
  expect(await opened.locator('.finding').count()).toBeGreaterThan(2)
  for (const control of await opened.locator('button, .filter').all()) {
    expect(await control.isVisible()).toBe(false)
  }
})
