import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import type { RunEvent } from '../../core/events.ts'
import { openBrowser } from '../testing/browser.ts'
import { brokenClaim, end, evidence, exchange, failed, passed, plan, run } from '../testing/record.ts'
import { type RunView, viewOf } from '../view.ts'
import { page as render } from './page.ts'

/** A run of ten thousand checks with their steps. Some of the checks failed. */
const ofTenThousand = (): RunView => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `topic/check-${index}`)
  const events = ids.flatMap((id, index): RunEvent[] => [
    exchange(index, id, { at: new Date(Date.UTC(2026, 0, 1) + index * 10).toISOString(), milliseconds: 70 }),
    ...[401, 403, 404].map((status) => brokenClaim(id, { outcome: 'held', got: `status ${status}` })),
    index % 20 === 0 ? failed(id, evidence({ exchange: index })) : passed(id, 'token.known'),
  ])
  return viewOf([run(), plan(...ids), ...events, end()], loadCatalogue())
}

const folder = mkdtempSync(join(tmpdir(), 'op-many-checks-'))
const file = join(folder, 'many.html')
const url = pathToFileURL(file).href
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
  const options = { colour: false, verbose: false, report: 'report.json', complete: false } as const
  writeFileSync(file, render(ofTenThousand(), { ...options, enforce: 'must' }))
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

test.each([
  { id: 'topic/check-17', width: 900, height: 700 },
  { id: 'topic/check-5000', width: 360, height: 500 },
  { id: 'topic/check-9980', width: 1440, height: 1400 },
])(
  'a link to $id leads to its place in a window of $width by $height pixels',
  async ({ id, ...viewport }) => {
    const opened = await browser.newPage({ viewport })
    onTestFinished(() => opened.close())
    await opened.goto(`${url}#check-${id}`)
    const place = opened.locator(`[id="check-${id}"]`)
    await expect.poll(async () => (await place.boundingBox())?.y, { timeout: 5000 }).toBeCloseTo(16, -1)
    // It stays there once everything has been laid out.
    await opened.waitForTimeout(500)
    expect((await place.boundingBox())?.y).toBeCloseTo(16, -1)
  },
)

const second = 1000

test('the page paints, opens and filters ten thousand checks within two seconds each', async () => {
  const opened = await browser.newPage()
  onTestFinished(() => opened.close())
  await opened.goto(url)
  const painted = await opened.evaluate<number>(
    `new Promise((resolve) => new PerformanceObserver((seen) => resolve(seen.getEntriesByName('first-contentful-paint')[0].startTime)).observe({ type: 'paint', buffered: true }))`,
  )
  expect(painted).toBeLessThan(2 * second)
  const until = (action: string): Promise<number> =>
    opened.evaluate<number>(
      `new Promise((resolve) => { const began = performance.now(); ${action}; requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))) })`,
    )
  expect(await until(`document.querySelector('#checks > details').open = true`)).toBeLessThan(2 * second)
  const typed = (words: string): Promise<number> =>
    until(
      `const field = document.querySelector('#checks input'); field.value = '${words}'; field.dispatchEvent(new Event('input', { bubbles: true }))`,
    )
  for (const words of ['check-99', '']) expect(await typed(words), words).toBeLessThan(2 * second)
})
