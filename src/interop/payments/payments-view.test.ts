import { expect, test } from 'vitest'
import { markdownText } from '../../report/document/markdown.ts'
import { type PaymentCell, paymentsOf } from './cell.ts'
import { paymentBlocks } from './payments-view.ts'

const refusedQuote = (sender: string, receiver: string): PaymentCell => ({
  sender,
  receiver,
  case: 'open',
  status: 'noted',
  requirement: 'incoming-payment.received-amount.arrives-elsewhere',
  broken: { step: 'quote', at: sender, want: 'a quote', got: 'status 400' },
  blame: { verdict: 'only together', because: [`quote at ${sender}: status 400`] },
  steps: [],
})

const silent = (sender: string, kind: PaymentCell['case']): PaymentCell => ({
  sender,
  receiver: 'b',
  case: kind,
  status: 'not tried',
  why: 'receivers.expired of b',
  steps: [],
})

const overfilled: PaymentCell = {
  sender: 'a',
  receiver: 'b',
  case: 'two payers',
  status: 'failed',
  requirement: 'incoming-payment.received-amount.within-maximum',
  broken: { step: 'watch the receiver', at: 'b', want: 'at most 100', got: '200', alone: true },
  blame: { verdict: 'receiver', because: ['its own answer shows it'] },
  steps: [],
}

const cells = [
  refusedQuote('a', 'b'),
  refusedQuote('b', 'a'),
  silent('a', 'expired'),
  silent('b', 'expired'),
  overfilled,
]

const shown = markdownText({
  title: 'Day',
  lead: [],
  blocks: paymentBlocks(cells, (requirement) => `says ${requirement}`),
})

test('payments that failed in the same way share one card, and failures come first', () => {
  const cards = shown
    .split('\n')
    .filter((line) => line.startsWith('### failed') || line.startsWith('### noted'))
  expect(cards).toEqual([
    '### failed: says incoming-payment.received-amount.within-maximum',
    '### noted: says incoming-payment.received-amount.arrives-elsewhere',
  ])
  expect(shown).toContain('`a → b, open`<br>`b → a, open`')
})

test('cells without a result are folded by reason, and a case with only such cells has no table', () => {
  expect(shown).toMatch(
    /2 of 5 payments tell nothing, by reason<\/summary>\n\n- `not tried: receivers\.expired of b`\n {2}- `a → b, expired`\n {2}- `b → b, expired`/,
  )
  expect(shown).not.toContain('A receiver that has expired gets nothing')
})

test('only failures and warnings have somebody at fault', () => {
  expect(shown).toMatch(/Whose fault it is.*\n\n- `b: incoming-payment\.received-amount\.within-maximum/)
  expect(paymentsOf('a', cells)).toEqual({ said: '1 failed, 2 noted, 1 not tried', atFault: 0 })
  expect(paymentsOf('b', cells)).toEqual({
    said: 'at fault in 1, 1 failed, 2 noted, 2 not tried',
    atFault: 1,
  })
  expect(paymentsOf('c', cells)).toBeUndefined()
})
