import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../src/report/testing/browser.ts'
import { heldMemory, mebibytes } from '../testing/held-memory.ts'
import { type Running, running } from '../testing/running.ts'

/** The number of exchanges. `npm run live:memory` sets it to 100,000. */
const wanted = Number(process.env['EXCHANGES'] ?? 10_000)
const together = 50

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
})

const ofPage = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0
  return { heap: mebibytes(value('JSHeapUsedSize')), nodes: value('Nodes') }
}

/** Sends requests that are refused, each with a body. */
const send = async ({ connection }: Running, count: number): Promise<void> => {
  const body = JSON.stringify({ text: 'x'.repeat(1000) })
  for (let sent = 0; sent < count; sent += together) {
    const answers = Array.from({ length: together }, async () => {
      const answer = await connection.request({ method: 'POST', path: '/quotes', body })
      await answer.body.dump()
    })
    await Promise.all(answers)
  }
}

test(`after ${wanted} exchanges page and mock use no more memory than after a tenth of them`, {
  timeout: 30 * 60 * 1000,
}, async () => {
  const mock = await running()
  const page = await (await browser.newContext()).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`${mock.controlUrl}/`)
  await page.getByText('live', { exact: true }).waitFor()
  const looked: Array<{ exchanges: number; server: object; page: object }> = []
  const look = async (exchanges: number) => {
    await page.getByText(`200 shown of ${exchanges}`).waitFor({ timeout: 60_000 })
    const found = { exchanges, server: await heldMemory(), page: await ofPage(session) }
    looked.push(found)
    return found
  }
  await send(mock, wanted / 10)
  const early = await look(wanted / 10)
  await send(mock, wanted - wanted / 10)
  const late = await look(wanted)
  process.stdout.write(`${looked.map((each) => JSON.stringify(each)).join('\n')}\n`)
  expect(mock.exchanges.all()).toHaveLength(1000)
  expect(late.server.heap - early.server.heap).toBeLessThan(8)
  expect(late.server.buffers - early.server.buffers).toBeLessThan(8)
  expect(late.page.heap - early.page.heap).toBeLessThan(3)
  expect(late.page.nodes).toBeLessThan(early.page.nodes + 1000)
})
