import { expect, test, vi } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { against, brokenIn, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { eachOf, through } from '../testing/altered-minimal-server.ts'
import { minimalServer, senderTo } from '../testing/minimal-server.ts'

const check = 'grant-spent/rises-with-a-payment'

const statusIn = (events: Awaited<ReturnType<typeof recordOf>>): string | undefined =>
  verdictsIn(events).find((event) => event.check === check)?.verdict.status

const spentReceiveAmount = async (send: ReturnType<typeof senderTo>): Promise<unknown> =>
  JSON.parse((await send('GET', '/outgoing-payment-grant')).text).spentReceiveAmount

/**
 * The interface leaves open in which of several assets a sum is shown:
 * outgoing-payment-grant.spent-receive-amount.rises.
 */
test('a grant whose sum becomes a smaller number in another asset passes', async () => {
  const { target, world } = await minimalServer('open-payments')
  const send = senderTo(target)
  expect(await spentReceiveAmount(send)).toBeNull()
  const body = {
    walletAddress: target.walletAddress,
    incomingPayment: world.receivers.otherAsset[0]?.id,
    debitAmount: { value: '9000000', assetCode: 'KWD', assetScale: 3 },
  }
  expect((await send('POST', '/outgoing-payments', JSON.stringify(body))).status).toBe(201)
  await vi.waitFor(async () =>
    expect(await spentReceiveAmount(send)).toMatchObject({ assetCode: 'JPY', value: '4343175' }),
  )
  const events = await recordOf(target, { only: [check] })
  expect(await spentReceiveAmount(send)).toMatchObject({ assetCode: 'KWD' })
  expect(statusIn(events)).toBe('passed')
})

/** A grant that has paid into several assets has no sum in one of them. Its first payment has one. */
test('a grant may show null after payments into several assets, but fails if it shows no sum after its first payment', async () => {
  const alter = eachOf('/outgoing-payment-grant', (grant) => ({ ...grant, spentReceiveAmount: null }))
  const target = await through({ alter, profile: 'open-payments' })
  const first = await recordOf(target, { only: [check] })
  expect(statusIn(first)).toBe('failed')
  const shown = first.flatMap((event) =>
    event.type === 'observation' && event.check === check ? [event.got] : [],
  )
  expect(shown).toContain('spentReceiveAmount without an amount')
  expect(statusIn(await recordOf(target, { only: [check] }))).toBe('passed')
})

/** A server may show everything in one asset of its choice. */
test('a grant that always shows the same sum in another asset passes', async () => {
  const spentReceiveAmount = { value: '7', assetCode: 'JPY', assetScale: 0 }
  const alter = eachOf('/outgoing-payment-grant', (grant) => ({ ...grant, spentReceiveAmount }))
  const target = await through({ alter, profile: 'open-payments' })
  expect(statusIn(await recordOf(target, { only: [check] }))).toBe('passed')
})

/** The sum of a grant as the server shows it while some money of earlier payments arrives. */
const arrivingOnce: Variant = {
  id: 'earlier-money-arrives',
  says: 'The received sum of a grant rises by earlier money between its first two readings',
  override: ({ answers: { answered } }) => {
    let readings = 0
    return {
      answers: {
        answered: (answer, operation) => {
          const whole = answered(answer, operation)
          if (operation !== 'get-outgoing-payment-grant') return whole
          const value = String(readings++ === 0 ? 1000 : 9000)
          const spentReceiveAmount = { value, assetCode: 'USD', assetScale: 2 }
          return { ...whole, body: { ...Object(whole.body), spentReceiveAmount } }
        },
      },
    }
  },
}

test.each([
  ['failed-payment', 'spentDebitAmount-with-failed-payments'],
  ['of-another-client', 'spentDebitAmount-of-all-grants'],
])(
  'money of earlier payments that arrives during %s is not taken for that of its payment',
  async (name, fault) => {
    const only = [`grant-spent/${name}`]
    const profile = 'open-payments-1.3'
    const events = await against({ profile, only, further: [arrivingOnce] })
    expect(verdictsIn(events).find((one) => one.check === only[0])?.verdict).toEqual({ status: 'passed' })
    const broken = brokenIn(await against({ profile, only, faults: [fault] }))
    expect([...broken.keys()]).toContain('outgoing-payment-grant.spent-debit-amount.rises')
  },
)
