import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { matrixOf } from '../../interop/matrix.ts'
import { cellName } from '../../interop/payments/cell.ts'
import { loadSchemas } from '../../report/schemas.ts'
import { closed } from '../../report/testing/closed.ts'
import { cellsOf, network } from './testing/network.ts'

const { matrix: validate } = loadSchemas(closed)
const event = { name: 'Test', at: new Date(0), harness: 'test', requirementsOf: () => new Map() }

test('servers on one network can pay each other in every case', async () => {
  const cwd = await network({ a: [], b: [] })
  const cells = await cellsOf(cwd, ['a', 'b'])
  expect(
    cells.map((cell) => `${cellName(cell)}: ${cell.status} ${cell.why ?? cell.broken?.got ?? ''}`.trim()),
  ).toEqual(cells.map((cell) => `${cellName(cell)}: passed`))
  expect(cells).toHaveLength(24)
})

test('without a common network, the matrix names the failed step and server, and blames neither alone', async () => {
  const cwd = await network({ a: [] })
  const other = await network({ b: [] })
  copyFileSync(join(other, 'b.yaml'), join(cwd, 'b.yaml'))
  const cells = await cellsOf(cwd, ['a', 'b'])
  const [across] = cells.filter(
    ({ sender, receiver, case: kind }) => sender === 'a' && receiver === 'b' && kind === 'open',
  )
  expect(across).toMatchObject({
    status: 'failed',
    broken: { step: 'quote', at: 'a', got: 'status 400' },
    blame: { verdict: 'only together' },
  })
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
