import { expect, test } from 'vitest'
import { targetAt } from '../../http/testing/target.ts'
import { listOutgoing, withoutQuery } from './requests.ts'

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
