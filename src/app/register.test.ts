import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { register } from './register.ts'

test('docs/register-of-readings.md is fresh; `npm run register` makes it', () => {
  const page = readFileSync(new URL('../../docs/register-of-readings.md', import.meta.url), 'utf8')
  expect(page).toBe(register())
})

test('it has every inferred and every disputed requirement of every profile', () => {
  const page = register()
  const ids = ['interface', 'open-payments-1.3'].flatMap((profile) =>
    [...loadCatalogue(profile).values()]
      .filter((one) => one.basis === 'inferred' || one.disputed)
      .map(({ id }) => id),
  )
  const listed = [...page.matchAll(/^- `([^`]+)` \(/gm)].map(([, id]) => id)
  expect([...new Set(listed)].sort()).toEqual([...new Set(ids)].sort())
})
