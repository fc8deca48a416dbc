import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadReference } from '../../app/requests/reference.ts'
import { explain } from '../catalogue/explain.ts'
import { openBrowser, unfold } from '../testing/browser.ts'
import { code, type Document, fact, section, toned, words } from './document.ts'
import { documentPage } from './page.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

const long = 'x'.repeat(300)

/** A document with the blocks that the views of the catalogue do not have. */
const others: Document = {
  title: 'Others',
  lead: toned('strong', words(long)),
  blocks: [
    {
      kind: 'findings',
      findings: (['failure', 'warning', 'note', 'good', 'unseen'] as const).map((grade) => ({
        grade,
        label: 'receivers',
        title: words(long),
        facts: [fact('next', code(long), toned('failure', 'this'))],
      })),
    },
    section('Picture', {
      kind: 'picture',
      label: 'a picture',
      width: 1800,
      height: 6,
      marks: [
        { kind: 'stands', x: 0, y: 0, width: 1800, height: 6, title: 'a row' },
        { kind: 'held', x: 6, y: 0, width: 5, height: 5, title: 'a mark' },
      ],
      key: [['held', 'held']],
    }),
    {
      ...section('Folded', {
        kind: 'table',
        head: ['name', 'result'],
        rows: [[code(long), { kind: 'link', text: { kind: 'sign', sign: '✗', word: 'failed' }, to: '#a' }]],
      }),
      folded: true,
      count: 1,
    },
  ],
}

const reference = await loadReference('interface')
const documents = { check: explain('tokens/unknown', reference).document, others }

const views = Object.entries(documents).flatMap(([name, document]) =>
  [360, 1440].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ name, document, width, colorScheme })),
  ),
)

test.each(views)(
  'axe finds no violation in $name at $width pixels, $colorScheme, and only frames are wider than the screen',
  async ({ document, width, colorScheme }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.setContent(documentPage(document))
    await unfold(page)
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<{ violations: Array<{ id: string; nodes: unknown[] }> }>(
      'axe.run()',
    )
    expect(violations.map(({ id, nodes }) => [id, nodes[0]])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  },
)
