import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Circumstance, circumstances } from '../../check/circumstances/table.ts'
import { scriptedSession } from '../../check/testing/scripted-session.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { createClosingRows } from './closing-row.ts'

const draft: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/p',
  body: {},
  debits: 1n,
}

/** The circumstances that leave a trace in a draft. */
const row = ['framing', 'order', 'members', 'query']
  .map((factor) => circumstances.findLast((one) => one.factor === factor))
  .filter((one): one is Circumstance => one !== undefined)

const traces = (sent: RequestDraft): string[] => [
  ...(sent.chunked ? ['framing'] : []),
  ...(sent.headersFirst ? ['order'] : []),
  ...(sent.furtherMember ? ['members'] : []),
  ...(sent.query ? ['query'] : []),
]

const target = { tokens: {} } as Target

test('a few batches find exactly the circumstances that the server accepts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(row), async (refused) => {
      const bad = new Set(refused.map(({ factor }) => factor))
      const { session } = scriptedSession((sent) => (traces(sent).some((one) => bad.has(one)) ? 400 : 201), {
        target,
      })
      const rows = createClosingRows()
      let taken = await rows.close(session, row, draft)
      for (let batch = 0; batch < 8; batch++) taken = await rows.close(session, row, draft)
      expect(taken?.row ?? []).toEqual(row.filter((one) => !refused.includes(one)))
    }),
  )
})

test('a row that the server accepts at once costs one request', async () => {
  const { session, log } = scriptedSession(() => 201, { target })
  const taken = await createClosingRows().close(session, row, draft)
  expect(taken?.row).toEqual(row)
  expect(log.sent).toHaveLength(1)
})
