import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

interface Ledger {
  payments: number
  wallets: Array<{ debitAmount: { value: string } }>
}

const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds)

test.each([
  { limits: { debitBudget: '10', maxPayments: 3 } },
  { limits: { debitBudget: '10', maxPayments: 3, controlValue: '2', maxDebitValue: '4' } },
  { limits: { debitBudget: '10', maxPayments: 50, controlValue: '1', maxDebitValue: '1' } },
])(
  "with $limits a faulty server's ledger shows at most that, however many checks run at once",
  async ({ limits }) => {
    const cwd = await folder()
    const { url, target } = await serveMock({ faults: ['without-digest-matches-body'] })
    writeTarget(cwd, target, { limits: { ...limits, settleTimeout: '300ms' } })
    const topics = ['payments', 'content-digest', 'lists'].flatMap((topic) => ['--only', topic])
    await command(['run', 't.yaml', ...topics, '--concurrency', '16'], { cwd, wait })
    const answer = await fetch(`${url}/_control/ledger`)
    const { payments, wallets }: Ledger = JSON.parse(await answer.text())
    const debited = wallets.reduce((sum, { debitAmount }) => sum + Number(debitAmount.value), 0)
    expect(payments).toBeGreaterThan(0)
    expect(payments).toBeLessThanOrEqual(limits.maxPayments)
    expect(debited).toBeLessThanOrEqual(10)
  },
)
