import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { reportOf } from '../report/data/json.ts'
import { printedAs } from '../report/document/view.ts'
import { openBrowser, unfold } from '../report/testing/browser.ts'
import { viewSaying } from '../report/testing/record.ts'
import { matrixOf } from './matrix.ts'
import { matrixView } from './matrix-view.ts'
import type { PaymentCell } from './payments/cell.ts'

const folder = mkdtempSync(join(tmpdir(), 'op-event-'))
const file = join(folder, 'matrix.html')
let browser: Browser

/** Creates a server whose report has a text in every place that can hold one. */
const participant = (name: string, said: string) => ({
  name,
  role: 'server' as const,
  file: `${name}.yaml`,
  page: `${name}/report.html`,
  report: reportOf(viewSaying(said), { complete: false, enforce: 'must' }),
})

beforeAll(async () => {
  browser = await openBrowser()
  const judged = [
    participant('Alpha', 'plain'),
    participant('A vendor with a long name', 'x'.repeat(300)),
    participant('<script>', '<img src=x onerror=alert(1)>'),
    { name: 'Gone', role: 'server' as const, file: 'gone.yaml', problem: 'nobody listens' },
    { ...participant('A client', 'plain'), role: 'client' as const },
  ]
  const cell: Omit<PaymentCell, 'status'> = {
    sender: 'Alpha',
    receiver: '<script>',
    case: 'fixed',
    steps: [],
  }
  const step = {
    step: 'quote',
    at: 'Alpha',
    request: `POST ${'y'.repeat(200)}`,
    answer: 'status 400 <b>no</b>',
  }
  const broken = { step: 'quote', at: 'Alpha', want: 'a quote', got: 'status 400' }
  const payments: PaymentCell[] = [
    {
      ...cell,
      status: 'failed',
      broken,
      steps: [step],
      blame: { verdict: 'sender', because: ['it fails alone'] },
    },
    { ...cell, sender: '<script>', status: 'not tried', why: 'receivers.fixed of Alpha' },
    { ...cell, case: 'open', status: 'not judged', why: 'too slow' },
    { ...cell, case: 'otherAsset', status: 'warned', requirement: 'quote.receive-amount.asset', broken },
    { ...cell, case: 'two payers', status: 'noted', requirement: 'z'.repeat(200), broken, why: 'in EUR/2' },
    { ...cell, case: 'expired', status: 'passed' },
  ]
  const facts = { name: 'Interop day', at: new Date(0), harness: '0.0.0', requirementsOf: loadCatalogue }
  writeFileSync(file, printedAs('html', matrixView(matrixOf(judged, payments, facts))))
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

const open = async (width: number, colorScheme: 'light' | 'dark'): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(pathToFileURL(file).href)
  await unfold(page)
  return page
}

interface Violation {
  id: string
  nodes: Array<{ html: string; failureSummary?: string }>
}

const views = [360, 1440, 1920].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
])

test.each(views)(
  'at $width pixels, $colorScheme, axe finds no violation and only frames are wider than the screen',
  async ({ width, colorScheme }) => {
    const page = await open(width, colorScheme)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()')
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}\n${nodes[0]?.failureSummary}`),
    ).toEqual([])
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
  },
)

test('the page loads nothing, and shows the words of a server as text', async () => {
  const page = await open(1440, 'light')
  expect(await page.evaluate('performance.getEntriesByType("resource").length')).toBe(0)
  expect(await page.locator('img, script').count()).toBe(0)
})
