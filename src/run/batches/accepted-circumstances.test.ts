import { expect, test } from 'vitest'
import { type Circumstance, circumstances } from '../../check/circumstances/table.ts'
import { reached, scriptedSession } from '../../check/testing/scripted-session.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Credential, Target } from '../../target-file/target.ts'
import { createCircumstances } from './accepted-circumstances.ts'

const valid: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/7' }
const target = { ...reached, tokens: {}, receivers: {} } as Target

/** A circumstance of each header, about forty in all. */
const row: Circumstance[] = circumstances.filter(
  (one, place) =>
    one.factor.startsWith('header ') &&
    place === circumstances.findIndex(({ factor }) => factor === one.factor),
)

const takenBy = async (status: (draft: RequestDraft) => number, draft = valid) => {
  const { session, log } = scriptedSession(status, { target })
  const known = createCircumstances(async () => valid, undefined)
  const accepted = await known.acceptedRow(session, row, async () => draft)
  const again = await known.acceptedRow(session, row, async () => draft)
  expect(again).toEqual(accepted)
  return { names: accepted?.row.map(({ name }) => name) ?? [], sent: log.sent.length }
}

const possible = row.filter(({ apply }) => apply(valid, { target })).map(({ name }) => name)

test('a row that the server accepts costs one request in a run, and one for what it may refuse', async () => {
  const own = row.filter(({ isOpen, apply }) => isOpen && apply(valid, { target }))
  expect(own.map(({ name }) => name.split(',')[0])).toEqual(['with dpop'])
  expect(await takenBy(() => 200)).toEqual({ names: possible, sent: 2 })
})

test('headers that the server refuses are found by halving, and the others are kept', async () => {
  const { names, sent } = await takenBy(({ furtherHeaders = [] }) =>
    furtherHeaders.some((own) => 'if-match' in own) || furtherHeaders.some((own) => 'origin' in own)
      ? 412
      : 200,
  )
  expect(possible.filter((name) => !names.includes(name))).toEqual([
    'with if-match, if-schedule-tag-match: *',
    'with origin: https://op-unknown.example',
  ])
  expect(sent).toBeLessThan(possible.length)
})

test('circumstances that a server may refuse are tried alone first, so that no search is needed', async () => {
  const open = row.filter(({ isOpen }) => isOpen).map(({ name }) => name)
  const post: RequestDraft = { operation: 'create-quote', method: 'POST', path: '/quotes', body: {} }
  const { names, sent } = await takenBy(
    ({ furtherHeaders = [] }) =>
      furtherHeaders.some((own) => own['content-type']?.startsWith('text/')) ? 415 : 201,
    post,
  )
  expect(open[0]).toBe('with content-type: text/plain; charset=utf-8')
  expect(open).toHaveLength(2)
  expect(names).not.toContain(open[0])
  expect(names).toContain(open[1])
  // The last one is the plain request, which shows that the circumstance is the reason.
  expect(sent).toBe(open.length + 2)
})

test('a token that may only read receivers is not tried elsewhere, and is not reported as missing', async () => {
  const [full, access] = [{ name: 'tokens.full' }, { name: 'receivers.access.token' }] as Credential[]
  const reading = { ...target, tokens: { full }, receivers: { access } } as Target
  const { session } = scriptedSession(({ token }) => (token === access ? 403 : 200), { target: reading })
  const skipped: string[] = []
  const own = { ...session, skip: (_: string, missing: string[]) => skipped.push(...missing) }
  const list: RequestDraft = { operation: 'list-incoming-payments', method: 'GET', path: '/', token: full }
  const tokens = circumstances.filter(({ name }) => name === 'with the token that reads receivers')
  const known = createCircumstances(async () => list, undefined)
  await known.acceptedRow(own, [...tokens, ...row.slice(0, 1)], async () => list)
  expect(skipped).toEqual([])
})

test('a 304 to a conditional request shows that the server would serve it', async () => {
  const { names } = await takenBy(({ furtherHeaders = [] }) =>
    furtherHeaders.some((own) => 'if-none-match' in own) ? 304 : 200,
  )
  expect(names).toEqual(possible)
})

test('a circumstance is tried again later if the plain request was refused at the time too', async () => {
  let status = 401
  const { session, log } = scriptedSession(() => status, { target })
  const known = createCircumstances(async () => valid, undefined)
  const skip = (): never => {
    throw new Error('skipped')
  }
  expect(await known.acceptedRow({ ...session, skip }, row, async () => valid)).toBeUndefined()
  expect(log.sent.at(-1)).toEqual(valid)
  status = 200
  const accepted = await known.acceptedRow(session, row, async () => valid)
  expect(accepted?.row.map(({ name }) => name)).toEqual(possible)
})

test('requests that want another one under way share one, until it is answered', async () => {
  const { session, log } = scriptedSession(() => 200, { target })
  const known = createCircumstances(async () => valid, undefined)
  const [one, other] = await Promise.all([known.beside(session), known.beside(session)])
  expect(log.sent).toEqual([valid])
  await Promise.all([one.answer, other.answer])
  await known.beside(session)
  expect(log.sent).toEqual([valid, valid])
})

test('a companion that cannot be made is made anew for the next request', async () => {
  const { session } = scriptedSession(() => 200, { target })
  const made = [Promise.reject<RequestDraft>(new Error('nothing was accepted yet')), Promise.resolve(valid)]
  const companion = (): Promise<RequestDraft> => made.shift() ?? Promise.resolve(valid)
  const known = createCircumstances(companion, undefined)
  await expect(known.beside(session)).rejects.toThrow('nothing was accepted yet')
  await expect(known.beside(session)).resolves.toEqual({ answer: expect.any(Promise) })
})
