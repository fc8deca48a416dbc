import { createPrivateKey, createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadTarget } from '../../src/target-file/reading/load.ts'
import { noon, running } from '../testing/running.ts'
import { targetFile } from './target-file.ts'

test('the target file names everything that a full run needs', async () => {
  const mock = await running()
  const file = parse(targetFile(mock, mock))
  expect(Object.keys(file)).toEqual([
    ...[
      'version',
      'name',
      'profile',
      'baseUrl',
      'walletAddress',
      'walletAsset',
      'signing',
      'tokens',
      'otherKey',
    ],
    ...['otherClient', 'otherWallet', 'receivers', 'incomingPayments', 'limits', 'clock'],
  ])
  expect(file).toMatchObject({ version: 1, baseUrl: mock.url, walletAddress: `${mock.url}/alice` })
  expect(Object.keys(file.tokens)).toEqual([
    ...['full', 'readOnly', 'writeOnly', 'expired', 'revoked', 'rotated', 'ownOnly'],
    ...['limited', 'limitedPerInterval', 'limitedReceive', 'limitedToReceiver'],
  ])
  expect(file.tokens.limitedToReceiver.receiver).toBe(file.receivers.open[0])
  const { access, ...kinds } = file.receivers
  expect(
    Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, (list as unknown[]).length])),
  ).toEqual({
    ...{ open: 6, fixed: 12, otherAsset: 6, expiring: 2, expired: 2, completed: 2, failing: 2 },
  })
  expect(access.token).toBeTypeOf('string')
})

test('the target file contains private keys of clients that the mock knows', async () => {
  const mock = await running()
  const { signing, otherKey, otherClient } = parse(targetFile(mock, mock))
  for (const { privateKey } of [signing, otherKey, otherClient.signing]) {
    const jwk = JSON.parse(privateKey)
    const known = mock.world.behaviour.requests.keyFor(jwk.kid, undefined)
    const own = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }))
    expect(known?.key.equals(own)).toBe(true)
  }
})

test('the target file names the profile that the mock serves', async () => {
  const mock = await running({ profile: 'open-payments-1.3' })
  expect(parse(targetFile(mock, mock))).toMatchObject({ profile: 'open-payments-1.3' })
})

test('the target file has a connectUrl if the mock has its own public URL', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op' })
  expect(parse(targetFile(mock, mock))).toMatchObject({
    baseUrl: 'https://wallet.example/op',
    connectUrl: `${mock.url}/op`,
  })
})

test('every wallet can be the one under test', async () => {
  const mock = await running()
  expect(parse(targetFile(mock, mock, 'aurelia'))).toMatchObject({
    walletAddress: `${mock.url}/aurelia`,
    walletAsset: { assetCode: 'XAU', assetScale: 9 },
    otherWallet: { walletAddress: `${mock.url}/alice` },
    limits: { controlValue: '1000000' },
  })
})

test('the harness can load the target file', async () => {
  const mock = await running()
  const readFile = async () => targetFile(mock, mock)
  const target = await loadTarget({ file: 'mock.yaml', cwd: '/', env: {}, now: () => noon, readFile })
  expect(target).toMatchObject({
    baseUrl: mock.url,
    walletAddress: `${mock.url}/alice`,
    clock: { kind: 'url', url: `${mock.url}/_control/clock` },
  })
})

test('the target file names no clock if the mock has no control', async () => {
  const mock = await running({ control: false })
  expect(parse(targetFile(mock, mock))).not.toHaveProperty('clock')
})

test('a receiver made on demand is in the target file that is written after it', async () => {
  const mock = await running()
  const url = mock.makeReceiver({ kind: 'open' })
  expect(parse(targetFile(mock, mock)).receivers.open).toContain(url)
})
