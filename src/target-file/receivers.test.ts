import { expect, test } from 'vitest'
import type { Amount } from '../core/amount.ts'
import type { IssuedReceiver, Receiver } from '../core/receiver.ts'
import type { CommandResult } from './command.ts'
import type { ReceiverMakers, ReceiverPool } from './receivers.ts'
import { receiverPool } from './receivers.ts'
import type { ReceiverSource, Receivers } from './target.ts'

const url = (name: string | number): string => `https://wallet.example/incoming-payments/${name}`
const list = (...names: string[]): ReceiverSource => ({
  kind: 'list',
  receivers: names.map((name) => ({ url: url(name) })),
})
const five: Amount = { value: '5', assetCode: 'USD', assetScale: 2 }

interface Asked {
  pool: ReceiverPool
  inputs: Array<{ input: string | undefined; cwd: string }>
}

const poolOf = (
  sources: Receivers['sources'],
  print: (call: number) => CommandResult = (call) => ({ stdout: JSON.stringify({ url: url(call) }) }),
  create: ReceiverMakers['create'] = () => Promise.reject(new Error('nothing was to be created')),
): Asked => {
  const inputs: Asked['inputs'] = []
  const pool = receiverPool(
    { file: 't.yaml', folder: '/home/me', receivers: { sources } },
    {
      create,
      incomingAmount: (kind) => (kind === 'fixed' ? five : undefined),
      runCommand: async (_command, { cwd, input }) => {
        inputs.push({ cwd, input })
        return print(inputs.length)
      },
    },
  )
  return { pool, inputs }
}

const urls = async (receivers: Array<Promise<Receiver | undefined>>): Promise<Array<string | undefined>> =>
  (await Promise.all(receivers)).map((receiver) => receiver?.url)

test('has() returns whether there are receivers of a kind', () => {
  const { pool } = poolOf({ open: list('a'), expired: { kind: 'command', command: ['make'] } })
  expect([pool.has('open'), pool.has('expired'), pool.has('fixed')]).toEqual([true, true, false])
})

test('shared() returns the same receiver for the same index, and another one for another index', async () => {
  const { pool } = poolOf({ open: list('a', 'b') })
  const issued = [pool.shared('open'), pool.shared('open', 1), pool.shared('open'), pool.shared('open', 1)]
  expect(await urls(issued)).toEqual([url('a'), url('b'), url('a'), url('b')])
})

test('shared() falls back on an earlier receiver if the list is too short', async () => {
  const { pool } = poolOf({ open: list('a') })
  expect(await urls([pool.shared('open'), pool.shared('open', 1)])).toEqual([url('a'), url('a')])
})

test('alone() issues each receiver once, and none that is shared', async () => {
  const { pool } = poolOf({ open: list('a', 'b', 'c') })
  const shared = await pool.shared('open')
  const alone = await urls([pool.alone('open'), pool.alone('open'), pool.alone('open')])
  expect(shared.url).toBe(url('a'))
  expect(new Set(alone)).toEqual(new Set([url('b'), url('c'), undefined]))
})

test('a receiver that is left out of its kind can be issued as one of another kind', async () => {
  const { pool } = poolOf({ open: list('a', 'b') })
  pool.exclude('open', url('b'), 'otherAsset')
  const issued = [pool.shared('open', 1), pool.shared('otherAsset'), pool.shared('otherAsset', 1)]
  expect(await urls(issued)).toEqual([url('a'), url('b'), url('b')])
})

test.each<[string, ReceiverSource]>([
  ['of a list', list('1', '2')],
  ['made on demand', { kind: 'command', command: ['make'] }],
])('the next receiver %s takes the place of one that can no longer be paid into', async (_, source) => {
  const { pool } = poolOf({ open: source })
  await pool.shared('open')
  pool.replace(url(1))
  pool.replace(url(1))
  expect(await urls([pool.shared('open'), pool.shared('open')])).toEqual([url(2), url(2)])
})

test('shared() leaves out receivers that were issued alone, and throws if none is left', async () => {
  const { pool } = poolOf({ open: list('a') })
  expect((await pool.alone('open'))?.url).toBe(url('a'))
  await expect(pool.shared('open')).rejects.toMatchObject({
    code: 'ERR_RECEIVERS_USED_UP',
    message: 'receivers.open in the target file is used up; add another receiver to the list',
  })
})

test('a receiver comes with the incomingAmount that its list gives', async () => {
  const receivers = [{ url: url('a'), incomingAmount: five }]
  const { pool } = poolOf({ fixed: { kind: 'list', receivers } })
  expect(await pool.alone('fixed')).toEqual(receivers[0])
})

test('a command gets the kind and the amount, and runs in the folder of the target file', async () => {
  const command = { kind: 'command', command: ['make'] } as const
  const { pool, inputs } = poolOf({
    open: { ...command, command: ['make'] },
    fixed: { ...command, command: ['make'] },
  })
  expect(await pool.shared('open')).toEqual({ url: url(1) })
  expect(await pool.alone('fixed')).toEqual({ url: url(2), incomingAmount: five })
  expect(inputs).toEqual([
    { cwd: '/home/me', input: '{"kind":"open"}' },
    {
      cwd: '/home/me',
      input: '{"kind":"fixed","incomingAmount":{"value":"5","assetCode":"USD","assetScale":2}}',
    },
  ])
})

test('a command makes a shared receiver once, and a new receiver for each call of alone', async () => {
  const { pool, inputs } = poolOf({ open: { kind: 'command', command: ['make'] } })
  const shared = await urls([pool.shared('open'), pool.shared('open')])
  const alone = await urls([pool.alone('open'), pool.alone('open')])
  expect(new Set(shared).size).toBe(1)
  expect(new Set([...shared, ...alone]).size).toBe(3)
  expect(inputs).toHaveLength(3)
})

test.each<[CommandResult, string]>([
  [{ failure: 'ended with exit code 3' }, 'ended with exit code 3'],
  [{ stdout: 's3cret' }, 'printed something else'],
  [{ stdout: '"s3cret"' }, 'printed something else'],
  [{ stdout: '{"url":7}' }, 'printed something else'],
  [{ stdout: '{"url":"https://wallet.example/s3cret"}' }, 'printed something else'],
])('the error for the command result %j shows none of it', async (result, fact) => {
  const { pool } = poolOf({ open: { kind: 'command', command: ['make'] } }, () => result)
  const error: unknown = await pool.shared('open').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'ERR_RECEIVER_COMMAND' })
  expect(String(error)).toContain(`asked for a receiver of kind open, the command ${fact}, expected {"url":`)
  expect(String(error)).not.toContain('s3cret')
})

test('a shared receiver that could not be made is requested again', async () => {
  const { pool } = poolOf({ open: { kind: 'command', command: ['make'] } }, (call) =>
    call === 1 ? { failure: 'ended with exit code 1' } : { stdout: JSON.stringify({ url: url('b') }) },
  )
  await expect(pool.shared('open')).rejects.toThrow('exit code 1')
  expect((await pool.shared('open')).url).toBe(url('b'))
})

test('the creation of a receiver gets its source, its kind and its amount', async () => {
  const token = { name: 'receivers.fixed.create.token', value: async () => 't' }
  const source = {
    kind: 'create',
    walletAddress: 'https://c.example',
    baseUrl: 'https://m.example',
    token,
  } as const
  const { pool } = poolOf({ fixed: source }, undefined, async (given, kind, incomingAmount) => ({
    url: `${given.baseUrl}/incoming-payments/${kind}-${incomingAmount?.value}`,
  }))
  expect((await pool.alone('fixed'))?.url).toBe('https://m.example/incoming-payments/fixed-5')
})

const makes: ReceiverSource = { kind: 'command', command: ['make'] }

/** Creates the pool of a resumed run in which these receivers had been issued already. */
const resumed = (sources: Receivers['sources'], before: IssuedReceiver[]) => {
  const issued: IssuedReceiver[] = []
  const pool = receiverPool(
    { file: 't.yaml', folder: '/home/me', receivers: { sources } },
    {
      create: async () => ({ url: url('made') }),
      incomingAmount: () => undefined,
      runCommand: async () => ({ stdout: JSON.stringify({ url: url('made') }) }),
    },
    { before, record: (one) => issued.push(one) },
  )
  return { pool, issued }
}

test('each receiver is reported when it is first issued', async () => {
  const { pool, issued } = resumed({ fixed: list('a', 'b', 'c') }, [])
  for (const index of [0, 0, 1]) await pool.shared('fixed', index)
  await pool.alone('fixed')
  expect(issued).toEqual([
    { kind: 'fixed', receiver: { url: url('a') }, index: 0 },
    { kind: 'fixed', receiver: { url: url('b') }, index: 1 },
    { kind: 'fixed', receiver: { url: url('c') } },
  ])
})

test.each([
  ['list', { fixed: list('a', 'b', 'c') }, 'b'],
  ['command', { fixed: makes }, 'made'],
])(
  'a resumed run with a %s shares what was shared before, and reuses nothing issued alone',
  async (_, sources, free) => {
    const { pool } = resumed(sources, [
      { kind: 'fixed', receiver: { url: url('a') }, index: 0 },
      { kind: 'fixed', receiver: { url: url('c') } },
    ])
    expect(await urls([pool.shared('fixed', 0), pool.alone('fixed')])).toEqual([url('a'), url(free)])
  },
)

const two = new Map([['open', 2]] as const)
const nothingMade = () => Promise.reject(new Error('nothing was to be made'))
const unused: ReceiverMakers = {
  create: nothingMade,
  runCommand: nothingMade,
  incomingAmount: () => undefined,
}

test('receivers wanted alone are not shared, in whatever order they are requested', async () => {
  const sources = { open: list('a', 'b', 'c') }
  const kept = receiverPool({ file: 't.yaml', folder: '/', receivers: { sources } }, unused, undefined, two)
  const shared = [kept.shared('open', 0), kept.shared('open', 1), kept.shared('open', 2)]
  expect(await urls(shared)).toEqual([url('a'), url('a'), url('a')])
  expect(await urls([kept.alone('open'), kept.alone('open'), kept.alone('open')])).toEqual([
    url('c'),
    url('b'),
    undefined,
  ])
})
