import { expect, test } from 'vitest'
import { targetAt } from '../wire/testing/target.ts'
import { lastSegment, listOutgoing, withoutQuery } from './requests.ts'

test.each([
  ['https://wallet.example/op/quotes/123', '123'],
  ['https://wallet.example/op/quotes/a%2Fb?x=/y', 'a%2Fb'],
  ['https://wallet.example/op/quotes/123#part', '123'],
  ['123', '123'],
])('the last segment of %s is %s', (id, segment) => {
  expect(lastSegment(id)).toBe(segment)
})

test('a list names the wallet address and the count by the names of the profile', () => {
  const target = targetAt('http://server')
  const query = { ...target.profile.query, walletAddress: 'wallet', first: 'limit' }
  const renamed = { ...target, profile: { ...target.profile, query } }
  expect(listOutgoing(renamed).query).toEqual([
    ['wallet', target.walletAddress],
    ['limit', '1'],
  ])
  expect(withoutQuery(listOutgoing, 'first')(renamed).query).toEqual([['wallet', target.walletAddress]])
})
