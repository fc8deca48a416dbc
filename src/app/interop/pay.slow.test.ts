import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Fault } from '../../../mock/faults/fault.ts'
import { nothingBelow300, wantsFreshSignatures } from '../../cli/testing/conforming.ts'
import { matrixOf } from '../../interop/matrix.ts'
import { cellName, paymentCases } from '../../interop/payments/cell.ts'
import { closedSchemas } from '../../report/testing/closed-schemas.ts'
import { cellsOf, moveClock, network } from './testing/network.ts'

const { matrix: validate } = closedSchemas()
const event = { name: 'Test', at: new Date(0), harness: 'test', requirementsOf: () => new Map() }

test('servers on one network can pay each other in every case', async () => {
  const cwd = await network({ a: [], b: [] })
  const cells = await cellsOf(cwd, ['a', 'b'])
  expect(
    cells.map((cell) => `${cellName(cell)}: ${cell.status} ${cell.why ?? cell.broken?.got ?? ''}`.trim()),
  ).toEqual(cells.map((cell) => `${cellName(cell)}: passed`))
  expect(cells).toHaveLength(24)
})

test('without a common network, a refused quote is noted, and what can no longer be paid is not judged', async () => {
  const cwd = await network({ a: [] })
  const other = await network({ b: [] })
  copyFileSync(join(other, 'b.yaml'), join(cwd, 'b.yaml'))
  const cells = await cellsOf(cwd, ['a', 'b'])
  const [across] = cells.filter(
    ({ sender, receiver, case: kind }) => sender === 'a' && receiver === 'b' && kind === 'open',
  )
  expect(across).toMatchObject({
    status: 'noted',
    requirement: 'incoming-payment.received-amount.arrives-elsewhere',
    broken: { step: 'quote', at: 'a', got: 'status 400' },
    blame: { verdict: 'only together' },
  })
  const refusals = cells.filter(
    ({ sender, receiver, case: kind }) => sender !== receiver && ['expired', 'completed'].includes(kind),
  )
  expect(refusals.map(({ status }) => status)).toEqual(Array(4).fill('not judged'))
  expect(refusals[0]?.why).toBe('no other payment of a arrives at b, so a refusal would show nothing')
  const written = JSON.parse(JSON.stringify(matrixOf([], [...cells], event)))
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true)
})

test('a server that does not answer is not judged, neither as sender nor as receiver', async () => {
  const cwd = await network({ a: [], b: [] })
  const target = parse(readFileSync(join(cwd, 'b.yaml'), 'utf8'))
  writeFileSync(join(cwd, 'b.yaml'), stringify({ ...target, connectUrl: 'http://127.0.0.1:9' }))
  const cells = await cellsOf(cwd, ['a', 'b'])
  const withB = cells.filter(({ sender, receiver }) => sender === 'b' || receiver === 'b')
  expect([...new Set(withB.map(({ status }) => status))]).toEqual(['not judged'])
  expect(withB[0]?.why).toMatch(/^b: no answer: /)
  expect(withB.filter(({ steps }) => steps.length > 0)).toHaveLength(2)
  expect(withB.at(-1)?.why).toBe('b: not asked, because it did not answer in 2 cases before')
})

test('a case that a target file does not allow is not tried, and the missing key is named', async () => {
  const cwd = await network({ a: [], b: [] })
  const file = join(cwd, 'b.yaml')
  const { receivers, ...target } = parse(readFileSync(file, 'utf8'))
  const { fixed: _, ...others } = receivers
  writeFileSync(file, stringify({ ...target, receivers: others }))
  const cells = await cellsOf(cwd, ['a', 'b'])
  expect(
    cells.filter(({ status }) => status === 'not tried').map((cell) => `${cellName(cell)}: ${cell.why}`),
  ).toEqual([
    'a → b, fixed: receivers.fixed of b',
    'a → b, two payers: receivers.fixed of b',
    'b → b, fixed: receivers.fixed of b',
    'b → b, two payers: receivers.fixed of b',
  ])
})

test.each([
  ['its clock can be asked', true],
  ['only its Date shows that', false],
])("payments are signed by a server's own time after it was moved, if %s", async (_, isKept) => {
  const cwd = await network({ a: [wantsFreshSignatures] })
  await moveClock(join(cwd, 'a.yaml'), { isKept })
  const cells = await cellsOf(cwd, ['a'])
  expect(cells.map(({ case: kind, status, why }) => [kind, status, why])).toEqual(
    paymentCases.map((kind) => [kind, 'passed', undefined]),
  )
})

test('a server that makes no quote for the amount that controls debit is paid with one that it accepts', async () => {
  const [open] = await cellsOf(await network({ a: [nothingBelow300] }), ['a'])
  expect(open).toMatchObject({ case: 'open', status: 'passed' })
  expect(open?.steps.find(({ step }) => step === 'quote')?.answer).toContain('"debitAmount":{"value":"400"')
})

test('where open receivers can be created, those of other kinds are created too', async () => {
  const cwd = await network({ a: [] }, 'open-payments-1.3')
  const file = join(cwd, 'a.yaml')
  const { receivers: _, ...target } = parse(readFileSync(file, 'utf8'))
  const create = { ...target.otherWallet, baseUrl: target.baseUrl }
  const access = { token: target.otherWallet.token }
  writeFileSync(file, stringify({ ...target, receivers: { access, open: { create } } }))
  const cells = await cellsOf(cwd, ['a'])
  expect(cells.map(({ case: kind, status, why }) => [kind, status, why])).toEqual([
    ['open', 'passed', undefined],
    ['fixed', 'passed', undefined],
    ['otherAsset', 'not tried', 'receivers.otherAsset of a'],
    ['expired', 'passed', undefined],
    ['completed', 'passed', undefined],
    ['two payers', 'passed', undefined],
  ])
})

test('a token of receivers.access that the server refuses is not reported as missing', async () => {
  const cwd = await network({ a: [] })
  const file = join(cwd, 'a.yaml')
  const target = parse(readFileSync(file, 'utf8'))
  writeFileSync(
    file,
    stringify({ ...target, receivers: { ...target.receivers, access: { token: 'unknown' } } }),
  )
  const cells = await cellsOf(cwd, ['a'])
  expect(cells[0]).toMatchObject({
    status: 'not judged',
    why: 'a shows no receivedAmount to receivers.access.token (status 401)',
  })
})

/** Lets too much into every second fixed receiver, as a race does that needs luck. */
const overpaidNowAndThen = (): Fault => {
  const seen: string[] = []
  const isLucky = (id: string): boolean => {
    if (!seen.includes(id)) seen.push(id)
    return seen.indexOf(id) % 2 === 1
  }
  return {
    id: 'overpaid-now-and-then',
    breaks: 'incoming-payment.received-amount.within-maximum',
    source: 'behaviour',
    says: 'Ignores the payments under way into every second receiver',
    override: ({ incomingPayments: { room, isFull } }) => ({
      incomingPayments: {
        room: (payment) =>
          payment.incomingAmount && isLucky(payment.id)
            ? payment.incomingAmount.value - payment.receivedAmount.value
            : room(payment),
        isFull: (payment) => !isLucky(payment.id) && isFull(payment),
      },
    }),
  }
}

test('two payers are tried with two receivers, so that a race which needs luck is found at every sender', async () => {
  const cells = await cellsOf(await network({ a: [overpaidNowAndThen()], b: [] }), ['a', 'b'])
  const between = cells.filter(({ case: kind, receiver }) => kind === 'two payers' && receiver === 'a')
  expect(between.map(({ sender, status, blame }) => [sender, status, blame?.verdict])).toEqual([
    ['a', 'failed', 'sender'],
    ['b', 'failed', 'receiver'],
  ])
  expect(between[1]?.broken).toMatchObject({ at: 'a', alone: true })
})
