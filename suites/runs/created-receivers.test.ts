import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { seeded } from '../../mock/core/random.ts'
import type { Mock } from '../../mock/server/options.ts'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import type { Target } from '../../src/target-file/target.ts'
import { recordOf, verdictsIn } from '../testing/against-mock.ts'

/** Starts a server that creates receivers of the mock, as Open Payments defines it. Returns its URL. */
const creatorFor = async (mock: Mock): Promise<string> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { incomingAmount } = JSON.parse(Buffer.concat(chunks).toString())
    const id = incomingAmount
      ? mock.makeReceiver({
          kind: 'fixed',
          incomingAmount: { ...incomingAmount, value: BigInt(incomingAmount.value) },
        })
      : mock.makeReceiver({ kind: 'open' })
    response.writeHead(201).end(JSON.stringify({ id }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** The target of a mock whose open and fixed receivers are created through another server. */
const targetOf = async (): Promise<Target> => {
  const mock = createMock({ now: Date.now, random: seeded(1) })
  const listening = await mock.listen({ port: 0 })
  onTestFinished(listening.close)
  const tree = parse(targetFile(mock, listening))
  const baseUrl = await creatorFor(mock)
  const create = { walletAddress: `${listening.url}/carol`, baseUrl, token: 'the-token-of-carol' }
  const receivers = { ...tree.receivers, open: { create }, fixed: { create } }
  const text = stringify({ ...tree, receivers })
  return loadTarget({ file: 't.yaml', cwd: '/', env: {}, now: Date.now, readFile: async () => text })
}

test('checks that use receivers created by the harness pass as with listed receivers', async () => {
  const target = await targetOf()
  const events = await recordOf(target, {
    only: ['create-quote.amounts.exclusive', 'create-quote.fixed-receive'],
  })
  const verdicts = verdictsIn(events).filter(({ claims }) => Object.keys(claims).length > 0)
  expect(verdicts.length).toBeGreaterThan(1)
  expect([...new Set(verdicts.map(({ verdict }) => verdict.status))]).toEqual(['passed'])
  const created = events.filter(
    (event) =>
      event.type === 'exchange' &&
      event.request.url.endsWith('/incoming-payments') &&
      event.operation === undefined,
  )
  expect(created.length).toBeGreaterThan(0)
})
