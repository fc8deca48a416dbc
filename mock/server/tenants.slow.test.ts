import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { createDispatcher } from '../../src/http/wire/dispatcher.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import { loadSuite } from '../../suites/load.ts'
import { askControl } from '../testing/ask-control.ts'
import { type Running, running } from '../testing/running.ts'

interface Made {
  name: string
  controlUrl: string
  target: { limits: object }
}

const add = async (mock: Running, asked: object): Promise<Made> =>
  (await askControl(mock, 'POST', '/tenants', asked)).json as Made

const get = async (url: string) => (await fetch(url)).json()

const day = (place: number) => new Date(Date.UTC(2030, 0, 1 + place)).toISOString()

/** Checks that wait for an expiry and so move the clock, checks that are refused, and checks that pay. */
const only = ['expiry/expired-quote', 'tokens/missing', 'payments/both-variants']

/** Runs these checks on a tenant. Returns their results and the number of requests that they took. */
const judged = async ({ target }: Made, { suite, catalogue }: Parameters<typeof runChecks>[0]) => {
  // Fifty harnesses share the time of one process. With so few requests there are no circumstances, and so no long
  // bodies, of which a tenant keeps fewer.
  const limits = { ...target.limits, requestTimeout: '300s', maxRequests: 250 }
  const text = JSON.stringify({ ...target, limits })
  const loaded = await loadTarget({
    file: 't.json',
    cwd: '/',
    env: {},
    now: Date.now,
    readFile: async () => text,
  })
  const dispatcher = createDispatcher(loaded)
  try {
    const clock = { now: Date.now, monotonic: () => performance.now(), wait: async () => {} }
    return await runChecks(
      { suite, catalogue },
      { target: loaded, dispatcher, ...clock, concurrency: 2 },
      { only, seed: 1, runs: 1 },
    )
  } finally {
    await dispatcher.destroy()
  }
}

test('the harness judges fifty tenants of a mock at once, each with its own clock and only its own exchanges', {
  timeout: 600_000,
}, async () => {
  const mock = await running({ now: Date.now })
  const harness = { suite: await loadSuite(), catalogue: loadCatalogue() }
  const tests = Array.from({ length: 50 }, async (_, place) => {
    const tenant = await add(mock, { name: `test-${place}`, clock: { at: day(place), frozen: true } })
    return { tenant, place, came: await judged(tenant, harness) }
  })
  for (const { tenant, place, came } of await Promise.all(tests)) {
    const { verdicts } = came
    expect(verdicts.map(({ check }) => check)).toEqual(expect.arrayContaining(only))
    expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])

    const { exchanges } = (await get(`${tenant.controlUrl}/exchanges?limit=1000`)) as { exchanges: Line[] }
    expect(exchanges.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: came.exchanges }, (_, at) => at + 1),
    )
    expect(exchanges.filter(({ url }) => !url.startsWith(`/tenants/${tenant.name}/`))).toEqual([])
    expect(exchanges[0]?.at).toBe(day(place))

    const paid = exchanges.filter(
      (each) => each.operation === 'create-outgoing-payment' && each.status === 201,
    )
    expect(paid.length).toBeGreaterThan(0)
    expect(await get(`${tenant.controlUrl}/ledger`)).toMatchObject({ payments: paid.length })
  }
  expect((await askControl(mock, 'GET', '/exchanges')).json).toEqual({ exchanges: [] })
  expect((await askControl(mock, 'GET', '/ledger')).json).toMatchObject({ payments: 0 })
})

interface Line {
  id: number
  url: string
  at: string
  operation?: string
  status: number
}
