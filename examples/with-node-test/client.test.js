// Tests a client: each test has a mock to itself.
import assert from 'node:assert/strict'
import test from 'node:test'
import { sharedMock } from 'open-payments-conformance/node-test'
import { quoteStatus } from './client.js'

const mockFor = sharedMock()

test('a server that is overloaded is asked again', async (t) => {
  const mock = await mockFor(t)
  mock.control.order({ status: 503 })
  assert.equal(await quoteStatus(mock.url), 401)
  assert.deepEqual(
    mock.control.exchanges().map(({ status }) => status),
    [503, 401],
  )
})

test('a server that answers is asked once', async (t) => {
  const mock = await mockFor(t)
  await quoteStatus(mock.url)
  assert.equal(mock.control.exchanges().length, 1)
})
