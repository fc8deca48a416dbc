import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { loadGeneralRules } from '../catalogue/requirement.ts'
import { escapeMarkdown, markdownText } from '../report/document/markdown.ts'
import { register } from './register.ts'

const page = markdownText(register())

test('docs/register-of-readings.md is fresh; `npm run register` makes it', () => {
  const file = readFileSync(new URL('../../docs/register-of-readings.md', import.meta.url), 'utf8')
  expect(file).toBe(page)
})

test('the register lists all inferred, disputed, interpreted or quoted requirements of every profile', () => {
  const ids = ['interface', 'open-payments-1.3'].flatMap((profile) =>
    [...loadCatalogue(profile).values()]
      .filter((one) => one.basis === 'inferred' || one.disputed || one.reading || one.published)
      .map(({ id }) => id),
  )
  const listed = [...page.matchAll(/^- `([^`]+)` \(/gm)].map(([, id]) => id)
  expect([...new Set(listed)].sort()).toEqual([...new Set(ids)].sort())
})

test('the register states each general rule once, at the top, and requirements link to it', () => {
  for (const { title, says } of loadGeneralRules().values()) {
    const heading = `### ${escapeMarkdown(title)}\n\n${escapeMarkdown(says)}`
    expect(page.split(heading)).toHaveLength(2)
    expect(page.indexOf(heading)).toBeLessThan(page.indexOf('## Disputed'))
    expect(page).toContain(
      `**Reading:** [${escapeMarkdown(title)}](#${title.toLowerCase().replaceAll(' ', '-')}).`,
    )
  }
})
