import { expect, test } from 'vitest'
import { readCatalogue } from '../faults/catalogue.ts'
import { faultsNamed } from '../faults/index.ts'
import { allGuards, routes } from '../routes/index.ts'
import { call } from '../testing/call.ts'
import { defects } from '../testing/defects.ts'
import { quote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'
import { families } from './guard.ts'

const guards = allGuards()
const defectOf = (id: string) => {
  const defect = defects[id]
  if (!defect) throw new Error(`mock/testing/defects.ts has no request for the guard ${id}`)
  return defect
}

test.each(guards)('$id refuses its own defect in JSON, by its name', async ({ id, family }) => {
  const mock = await running()
  await quote(mock)
  const { status, json, headers } = await call(mock, defectOf(id)(mock))
  expect(json).toMatchObject({ error: { code: id, description: expect.any(String) } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(status === 401).toBe(family === 'token' || family === 'signature')
  expect(headers['www-authenticate']).toBe(status === 401 ? `GNAP as_uri=${mock.url}/auth` : undefined)
})

test.each(guards)('without $id its defect is served, quotes made before or not', async ({ id }) => {
  const mock = await running({ faults: faultsNamed([`without-${id}`]) })
  if (id === 'right-wallet-get-quote') await quote(mock)
  expect((await call(mock, defectOf(id)(mock))).status).toBeLessThan(300)
  await quote(mock)
  expect((await call(mock, defectOf(id)(mock))).status).toBeLessThan(300)
})

test('without any guard every defect is served', async () => {
  const mock = await running({ faults: faultsNamed(guards.map(({ id }) => `without-${id}`)) })
  await quote(mock)
  for (const { id } of guards) {
    const { status } = await call(mock, defectOf(id)(mock))
    expect([id, status < 300]).toEqual([id, true])
  }
})

test('every guard enforces a requirement of the catalogue', () => {
  const { ids } = readCatalogue()
  expect(guards.filter(({ requirement }) => !ids.has(requirement)).map(({ id }) => id)).toEqual([])
})

test.each(routes)('the guards of $operation stand in the order of the families', ({ guards: those }) => {
  const places = those.map(({ family }) => families.indexOf(family))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
