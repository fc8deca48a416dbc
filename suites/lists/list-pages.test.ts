import { expect, test } from 'vitest'
import { refusing } from '../../mock/changes/change.ts'
import { against, brokenIn } from '../testing/against-mock.ts'

const only = ['lists/pages']

test('a server that takes its default page for the whole list fails', async () => {
  const events = await against({ only, faults: ['nothing-behind-uncounted-pages'] })
  expect([...brokenIn(events)]).toEqual([['page.has-next-page.walk', 'failure']])
})

test('a server may refuse to list as many items as it likes', async () => {
  const guard = refusing({
    id: 'count-demanded',
    requirement: 'list.open.parameters',
    refusal: { status: 400, description: 'The request names no number of items' },
    isRefused: ({ query, operation }) =>
      operation.startsWith('list-') && !query.has('first') && !query.has('last'),
  })
  const variant = { id: guard.id, says: 'A list is shown only with a number of items', extraGuards: [guard] }
  expect([...brokenIn(await against({ only, further: [variant] }))]).toEqual([])
})
