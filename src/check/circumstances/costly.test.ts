import { expect, test } from 'vitest'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import type { Circumstances } from '../session.ts'
import { reached, scriptedSession } from '../testing/scripted-session.ts'
import type { Attempt } from './attempt.ts'
import { controlIn, payIn } from './costly.ts'

const control: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  body: {},
  debits: 1n,
}
const requirement = 'token.required'
const held = { requirement, outcome: 'held', want: '', got: '' } as const

const attempt: Attempt = {
  invalid: (draft) => ({ ...draft, scheme: 'invalid' }),
  judge: (_, answer) => [{ ...held, outcome: isAccepted(answer) ? 'broken' : 'held', answer }],
  plainly: [held],
}

const known: Circumstances = {
  acceptedRow: async () => undefined,
  plainFirst: async () => {},
  beside: (session) => Promise.resolve({ answer: session.send(control) }),
  found: [],
}

const ran = async (
  status: (draft: RequestDraft) => number,
  more: Parameters<typeof scriptedSession>[1] = {},
) => {
  const { session, log } = scriptedSession(status, {
    target: { ...reached, tokens: {}, receivers: {} } as Target,
    circumstances: { ...known, found: [] },
    ...more,
  })
  await controlIn(session, control, session.controls.open(), [attempt])
  const paid = log.sent.filter((draft) => draft.scheme !== 'invalid' && status(draft) < 300 && draft.debits)
  return { ...log, paid }
}

const inARow = ({ headersFirst }: RequestDraft): boolean => headersFirst !== undefined

test('the control is sent in circumstances, and the invalid request follows in the same ones', async () => {
  const { controls, observed } = await ran(({ scheme, chunked }) =>
    scheme === 'invalid' && !chunked ? 401 : 201,
  )
  expect(controls[0]).toEqual({ batch: 0, accepted: true })
  const seeds = [7, 8].map((seed) =>
    ran(({ scheme, chunked }) => (scheme === 'invalid' && !chunked ? 401 : 201), { generated: { seed } }),
  )
  const found = (await Promise.all(seeds)).flatMap((log) => log.observed)
  expect([...observed, ...found].find(({ outcome }) => outcome === 'broken')).toMatchObject({
    circumstances: ['with a chunked body'],
  })
})

test('a control refused in circumstances is sent plainly, and nothing more is tried', async () => {
  const { controls, observed, sent } = await ran((draft) => (inARow(draft) ? 400 : 201))
  expect(controls).toEqual([{ batch: 0, accepted: true }])
  expect(observed).toEqual([])
  expect(sent).toHaveLength(2)
})

test('the control is paid only once', async () => {
  const { paid } = await ran(({ scheme }) => (scheme === 'invalid' ? 401 : 201))
  expect(paid.filter(({ scheme }) => scheme === undefined)).toHaveLength(1)
})

test('without room for circumstances the control is sent plainly', async () => {
  const { sent } = await ran(() => 201, { circumstances: { ...known, noRoom: 'limits.maxRequests is 1' } })
  expect(sent).toEqual([control])
})

test('a form that is refused in circumstances is broken only behind a look at what it pays', async () => {
  const refused: Array<Answer | undefined> = []
  const other = { ...control, body: { other: true } }
  const { session, log } = scriptedSession(
    (draft) => (draft.body === other.body || !inARow(draft) ? 201 : 410),
    {
      target: { ...reached, tokens: {}, receivers: {} } as Target,
      circumstances: { ...known, found: [] },
      controls: { witness: async (answer) => refused.push(answer) },
    },
  )
  await payIn(session, { requirement, form: control, other: async () => other })
  expect(log.observed).toMatchObject([{ requirement, outcome: 'broken', behind: 1 }])
  expect(refused).toEqual([log.observed[0]?.answer])
  expect(log.controls).toEqual([{ batch: 1, accepted: true }])
})
