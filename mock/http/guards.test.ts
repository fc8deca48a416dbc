import { expect, test } from 'vitest'
import { faultsNamed } from '../conditions/named.ts'
import { families } from '../core/answer.ts'
import { readCatalogue } from '../openapi/catalogue.ts'
import { allGuards, profileOf } from '../profiles/index.ts'
import { call } from '../testing/call.ts'
import { defects } from '../testing/defects.ts'
import { quote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

const profiles = ['interface', 'open-payments-1.3'] as const
const guards = profiles.flatMap((profile) => allGuards(profile).map((guard) => ({ profile, ...guard })))
const known = new Set(allGuards().map(({ id }) => id))
const once = guards.filter(({ profile, id }) => profile === 'interface' || !known.has(id))
const routes = profiles.flatMap((profile) =>
  profileOf(profile).routes.map((route) => ({ profile, ...route })),
)
const defectOf = (id: string) => {
  const defect = defects[id]
  if (!defect) throw new Error(`mock/testing/defects.ts has no request for the guard ${id}`)
  return defect
}

test.each(guards)('$profile: $id refuses its own defect in JSON, under its own name', async (guard) => {
  const { id, family, profile } = guard
  const mock = await running({ profile })
  await quote(mock)
  const { status, json, headers } = await call(mock, defectOf(id)(mock))
  expect(json).toMatchObject({ error: { code: id, description: expect.any(String) } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(status === 401).toBe(family === 'token' || family === 'signature')
  expect(headers['www-authenticate']).toBe(status === 401 ? `GNAP as_uri=${mock.url}/auth` : undefined)
})

test.each(once)('$profile: a mock without $id serves its defect, before and after a quote', async (guard) => {
  const { id, profile } = guard
  const mock = await running({ profile, faults: faultsNamed([`without-${id}`], profile) })
  if (id === 'right-wallet-get-quote') await quote(mock)
  expect((await call(mock, defectOf(id)(mock))).status).toBeLessThan(300)
  await quote(mock)
  expect((await call(mock, defectOf(id)(mock))).status).toBeLessThan(300)
})

test.each(profiles)('%s: without any guard every defect is served', async (profile) => {
  const ids = allGuards(profile).map(({ id }) => id)
  const faults = faultsNamed(
    ids.map((id) => `without-${id}`),
    profile,
  )
  const mock = await running({ profile, faults })
  await quote(mock)
  for (const id of ids) {
    const { status } = await call(mock, defectOf(id)(mock))
    expect([id, status < 300]).toEqual([id, true])
  }
})

test.each(profiles)('%s: every guard enforces a requirement of the catalogue', (profile) => {
  const { ids } = readCatalogue(profile)
  expect(allGuards(profile).filter(({ requirement }) => !ids.has(requirement))).toEqual([])
})

test.each(routes)(
  '$profile: the guards of $operation stand in the order of the families',
  ({ guards: those }) => {
    const places = those.map(({ family }) => families.indexOf(family))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
)
