import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Circumstance, circumstances } from '../../check/circumstances/table.ts'
import { reached, scriptedSession } from '../../check/testing/scripted-session.ts'
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

const target = { ...reached, tokens: {}, receivers: {} } as Target

test('a few batches find exactly the circumstances that the server accepts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(row), async (refused) => {
      const bad = new Set(refused.map(({ factor }) => factor))
      const { session } = scriptedSession((sent) => (traces(sent).some((one) => bad.has(one)) ? 400 : 201), {
        target,
      })
      const rows = createClosingRows()
      let accepted = await rows.close(session, row, draft)
      for (let batch = 0; batch < 8; batch++) accepted = await rows.close(session, row, draft)
      expect(accepted?.row ?? []).toEqual(row.filter((one) => !refused.includes(one)))
    }),
  )
})

test('a row that the server accepts at once costs one request', async () => {
  const { session, log } = scriptedSession(() => 201, { target })
  const accepted = await createClosingRows().close(session, row, draft)
  expect(accepted?.row).toEqual(row)
  expect(log.sent).toHaveLength(1)
})

test('a long row is halved over several batches until the headers that the server refuses are found', async () => {
  const headers = circumstances.filter(({ factor }) => factor.startsWith('header '))
  const long = headers.filter(({ factor }, at) => headers.findIndex((one) => one.factor === factor) === at)
  const refused = ['forwarded', 'x-forwarded-proto', 'x-forwarded-for', 'true-client-ip']
  const { session } = scriptedSession(
    ({ furtherHeaders = [] }) =>
      refused.some((name) => furtherHeaders.some((own) => name in own)) ? 406 : 201,
    { target },
  )
  const rows = createClosingRows()
  let accepted = await rows.close(session, long, draft)
  for (let batch = 0; batch < 12; batch++) accepted = await rows.close(session, long, draft)
  const left = long.filter((one) => !accepted?.row.includes(one)).map(({ name }) => name.split(/[ :,]+/)[1])
  expect(left).toEqual(refused)
})
