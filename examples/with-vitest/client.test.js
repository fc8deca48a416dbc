// Tests a client: each test has a mock to itself.
import { testWithMock } from 'open-payments-conformance/vitest'
import { expect } from 'vitest'
import { quoteStatus } from './client.js'

const test = testWithMock()

test('a server that is overloaded is asked again', async ({ mock }) => {
  mock.control.order({ status: 503 })
  expect(await quoteStatus(mock.url)).toBe(401)
  expect(mock.control.exchanges().map(({ status }) => status)).toEqual([503, 401])
})

test('a server that answers is asked once', async ({ mock }) => {
  await quoteStatus(mock.url)
  expect(mock.control.exchanges()).toHaveLength(1)
})
