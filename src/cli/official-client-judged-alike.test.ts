import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../../mock/exchanges/exchange.ts'
import { environmentOf } from '../../mock/server/environment.ts'
import { type Official, official } from '../../mock/testing/official-client.ts'
import { continuationSteps, grantSteps, tokenSteps } from '../../mock/testing/official-methods/grants.ts'
import {
  incomingSteps,
  outgoingSteps,
  quoteSteps,
  walletSteps,
} from '../../mock/testing/official-methods/payments.ts'
import { recorded } from '../../mock/testing/official-methods/recorded.ts'
import { freePort } from '../../suites/testing/free-port.ts'
import { judgeClientOf } from '../app/mock/judge-client.ts'
import { guarded } from '../app/run/guarded.ts'
import type { Report } from '../report/data/json.ts'
import { command, folder, inWorld } from './testing/command.ts'

const profile = 'open-payments'

/** Writes exchanges of a mock as an HTTP Archive, all headers but one. */
const harOf = (exchanges: readonly Exchange[], but?: string): string => {
  const fields = (headers: Exchange['headers']) =>
    headers.filter(([name]) => name !== but).map(([name, value]) => ({ name, value }))
  const entries = exchanges.map((each) => ({
    startedDateTime: new Date(each.at).toISOString(),
    time: 0,
    request: {
      method: each.method,
      url: each.targetUri,
      headers: fields(each.headers),
      ...(each.body.length > 0 ? { postData: { text: Buffer.from(each.body).toString() } } : {}),
    },
    response: {
      status: each.status,
      headers: fields(each.answerHeaders),
      content: { text: Buffer.from(each.answerBody).toString() },
    },
  }))
  return JSON.stringify({ log: { entries } })
}

/**
 * Judges the same requests of a client by the mock itself, by a proxy in front of it, and from two archives. In the
 * second one, the server does not say why it refuses.
 */
const judgedThrice = async (client: (scene: Official) => Promise<unknown>) => {
  const [cwd, port, interruption] = [await folder(), await freePort(), new AbortController()]
  onTestFinished(() => interruption.abort())
  const publicUrl = `http://127.0.0.1:${port}`
  const scene = await official({ publicUrl })
  const { mock } = scene
  const { OP_PRIVATE_KEY: pem = '', OP_KEY_ID: kid } = environmentOf(mock.world)
  const jwk = createPublicKey(pem).export({ format: 'jwk' })
  writeFileSync(join(cwd, 'key.json'), JSON.stringify({ ...jwk, kid, alg: 'EdDSA' }))
  const judging = ['--base-url', publicUrl, '--profile', profile, '--key', 'key.json']

  const exchanges: Exchange[] = []
  const byMock = inWorld({ cwd }, async (io) => {
    const { take, end } = judgeClientOf(mock, { profile, reporter: [] }, guarded(io))
    mock.subscribe((exchange, { world }) => {
      exchanges.push(exchange)
      take(exchange, world)
    })
    await new Promise((resolve) => interruption.signal.addEventListener('abort', resolve))
    return end()
  })
  let ready: () => void = () => {}
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  const byProxy = command(['proxy', '--target', mock.url, '--port', String(port), ...judging], {
    cwd,
    signal: interruption.signal,
    saidAside: (text) => text.startsWith('ready') && ready(),
  })
  await isReady
  await client({ ...scene, carol: `${publicUrl}/carol`, mock: { ...mock, url: publicUrl } })
  interruption.abort()
  const said = [await byMock, await byProxy]
  writeFileSync(join(cwd, 'client.har'), harOf(exchanges))
  said.push(await command(['audit', 'client.har', ...judging], { cwd }))
  writeFileSync(join(cwd, 'silent.har'), harOf(exchanges, 'x-mock-refused-by'))
  said.push(await command(['audit', 'silent.har', '--out', 'reports/silent', ...judging], { cwd }))
  const reportIn = (place: string): Report =>
    JSON.parse(readFileSync(join(cwd, 'reports', place, 'report.json'), 'utf8'))
  return {
    said,
    mock: reportIn('client'),
    proxy: reportIn('proxy/client'),
    audit: reportIn('audit/client'),
    silent: reportIn('silent/client'),
  }
}

const everyMethod = async (scene: Official): Promise<void> => {
  const conversation = recorded(scene)
  await walletSteps(scene, conversation)
  await grantSteps(scene, conversation)
  await continuationSteps(scene, conversation)
  await tokenSteps(scene, conversation)
  await incomingSteps(scene, conversation)
  await outgoingSteps(scene, conversation, await quoteSteps(scene, conversation))
}

/** The mistakes in the calls of every method that need no word of the server. */
const shownWithoutReason = [
  'client/authorization-nonce',
  'client/bodies-fields-listed',
  'client/create-incoming-payment-body-closed',
  'client/create-incoming-payment-expires-at-passed',
  'client/create-incoming-payment-incoming-amount-asset',
  'client/create-outgoing-payment-direct-asset-code',
  'client/create-outgoing-payment-variants-incoming-payment-alone',
  'client/create-quote-amounts-exclusive',
  'client/create-quote-debit-amount-asset',
]

const failedIn = ({ checks }: Report): string[] =>
  checks.flatMap(({ id, verdict }) => (verdict?.status === 'failed' ? [id] : []))

/** Returns the verdict on each claim about the client, with what was received instead if it failed. */
const claimsIn = ({ checks }: Report): string[] =>
  checks.map(({ id, verdict }) => {
    const evidence = verdict && 'evidence' in verdict ? (verdict.evidence ?? []) : []
    return [id, verdict?.status, ...evidence.map(({ subject, got }) => `${subject}: ${got}`)].join(' | ')
  })

test('every method of the official client is judged alike by the mock, by a proxy and by an audit', async () => {
  const { mock, proxy, audit, silent, said } = await judgedThrice(everyMethod)
  expect(claimsIn(mock).length).toBeGreaterThan(80)
  expect(failedIn(mock)).toHaveLength(18)
  expect(claimsIn(proxy)).toEqual(claimsIn(mock))
  expect(claimsIn(audit)).toEqual(claimsIn(mock))

  const failed = failedIn(mock)
  const statuses = new Map(silent.checks.map(({ id, verdict }) => [id, verdict?.status]))
  expect(failed.filter((id) => statuses.get(id) === 'failed')).toEqual(shownWithoutReason)
  expect(failed.filter((id) => !['failed', 'inconclusive'].includes(statuses.get(id) ?? ''))).toEqual([])
  expect(failedIn(silent).filter((id) => !failed.includes(id))).toEqual([])
  expect(said.at(-1)?.stdout).toContain('The client sent both amounts')
})
