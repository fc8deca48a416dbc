import { firstWallet } from '../../state/lookup.ts'
import { type Answered, call } from '../call.ts'
import type { Running } from '../running.ts'

/** More items than fit on a page that is limited to 40. */
const many = 50

/** Reads pages of a long list: short and long ones, from the middle, past the end, in both directions. */
export async function* pageConversation(mock: Running): AsyncGenerator<Answered, void, void> {
  const { incomingPayments } = mock.world
  const [first] = incomingPayments.of(firstWallet(mock.world))
  if (!first) return
  for (let made = 0; made < many; made++) incomingPayments.add({ ...first, id: `${first.id}-${made}` })
  const page = async (query: string): Promise<Answered> => call(mock, { path: `/incoming-payments?${query}` })
  const middle = await page('first=20')
  yield middle
  const { endCursor } = Object(Object(middle.json).pagination)
  for (const query of ['first=7', 'first=41', `first=10&cursor=${endCursor}`, `last=10&cursor=${endCursor}`])
    yield await page(query)
  const whole = await page('first=100')
  yield whole
  yield await page(`first=1&cursor=${Object(Object(whole.json).pagination).endCursor}`)
  yield await call(mock, { path: `/outgoing-payments?first=1&cursor=${endCursor}` })
}
