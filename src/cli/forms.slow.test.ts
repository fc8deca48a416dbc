import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { tryAll } from '../../suites/testing/sampled.ts'
import { forms } from '../report/document/document.ts'
import { openBrowser, unfold } from '../report/testing/browser.ts'
import { command, folder, type World } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { longViews, type View, views } from './testing/views.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

const worldWithRun = async (): Promise<World> => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock()).target)
  await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'reports/mock'], { cwd })
  return { cwd }
}

const printed = async ({ argv, option, says }: View, form: string, world: World): Promise<string> => {
  const { code, stdout } = await command([...argv, option, form], world)
  expect([argv.join(' '), form, code]).toEqual([argv.join(' '), form, 0])
  expect(stdout, `${argv.join(' ')} as ${form}`).toContain(says)
  return stdout
}

/** The test of the pages prints every view as HTML. */
const formsApart = forms.filter((form) => form !== 'html')

test('a run, a selftest and an event can be had in every form', async () => {
  const world = await worldWithRun()
  for (const view of longViews) for (const form of formsApart) await printed(view, form, world)
})

const screens = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

const violationsOn = async (page: Page): Promise<unknown> => {
  await unfold(page)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: Array<{ id: string; nodes: unknown[] }> }>(
    'axe.run()',
  )
  const widerBy = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return { violations: violations.map(({ id, nodes }) => [id, nodes[0]]), isWider: widerBy > 0 }
}

/** A screen for each view in turn by day, because all views are made of the same parts; at night every screen. */
const screensOf = (turn: number) =>
  tryAll ? screens : screens.filter((_, at) => at === turn % screens.length)

test('axe finds no violation on the page of any view, and no page is wider than the screen', async () => {
  const world = await worldWithRun()
  for (const [turn, view] of [...views, ...longViews].entries()) {
    const html = await printed(view, 'html', world)
    for (const { width, colorScheme } of screensOf(turn)) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.setContent(html)
      expect(await violationsOn(page), `${view.argv.join(' ')} at ${width} pixels, ${colorScheme}`).toEqual({
        violations: [],
        isWider: false,
      })
      await context.close()
    }
  }
})
