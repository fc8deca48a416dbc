import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { documentPage } from '../document/page.ts'
import { brokenClaim, end, exchange, plan, requirements, run } from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { moneySection } from './money.ts'

const shownOf = (...events: RunEvent[]): string => {
  const blocks = moneySection(viewOf([run(), plan('a/1'), ...events, end()], requirements))
  return blocks.length === 0 ? '' : documentPage({ title: 'Money', blocks })
}

const amount = (value: unknown) => ({ value, assetCode: 'USD', assetScale: 2 })

const answered = (second: number, body: unknown): RunEvent =>
  exchange(second, 'a/1', {
    at: `2026-01-01T00:00:0${second}Z`,
    milliseconds: 0,
    response: { status: 200, headers: {}, body: JSON.stringify(body) },
  })

const broken = (resource: string): RunEvent => brokenClaim('a/1', { resource })

test('a payment that only grew is counted, but not drawn', () => {
  const shown = shownOf(
    answered(1, { id: 'one', sentAmount: amount('0') }),
    answered(2, { id: 'one', sentAmount: amount('25') }),
  )
  expect(shown).toContain(
    '1 payment changed while the run looked. No amount fell, and no broken claim is about one of them.',
  )
  expect(shown).not.toContain('<path')
})

test('an amount that fell is drawn', () => {
  const shown = shownOf(
    answered(1, { id: 'one', sentAmount: amount('25') }),
    answered(2, { id: 'one', sentAmount: amount('40') }),
    answered(3, { id: 'one', sentAmount: amount('0') }),
  )
  expect(shown).toContain('Of 1, the amount fell, or a broken claim is about it:')
  expect(shown).toContain('sentAmount 25 to 40 to 0 USD/2 in 2.0 s')
  expect(shown).toContain('<path')
})

test('a payment that a broken claim is about is drawn as steps and described in words', () => {
  const shown = shownOf(
    broken('one'),
    answered(1, { id: 'one', sentAmount: amount('0') }),
    answered(2, { result: [{ id: 'one', sentAmount: amount('25') }] }),
    answered(3, { id: 'one', sentAmount: amount('25') }),
    answered(5, { id: 'one', sentAmount: amount('100') }),
  )
  expect(shown).toContain('Of 1, the amount fell, or a broken claim is about it:')
  expect(shown).toContain('sentAmount 0 to 100 USD/2 in 4.0 s <code>one</code>')
  expect(shown).toContain('<path d="M0 24H25V18H100V0"/>')
})

test('invalid and unchanged amounts are not drawn', () => {
  const still = answered(1, { id: 'one', receivedAmount: amount('5') })
  const odd = ['-1', '1e9', 7, '9'.repeat(30), null].map((value, index) =>
    answered(index + 1, { id: 'two', sentAmount: amount(value) }),
  )
  expect(shownOf(still, still, ...odd)).toBe('')
})

test('only the twelve payments that changed most often are drawn', () => {
  const all = Array.from({ length: 20 }, (_, index) => index)
  const events = [0, 1, 2].flatMap((time) =>
    all.map((index) =>
      answered(time + 1, { id: `p${index}`, sentAmount: amount(index < 3 && time < 2 ? '0' : `${time}`) }),
    ),
  )
  const shown = shownOf(...all.map((index) => broken(`p${index}`)), ...events)
  expect(shown.match(/<path/g)).toHaveLength(12)
  expect(shown).toContain(
    '20 payments changed while the run looked. Of 20, the amount fell, or a broken claim is about it; these 12 changed most often.',
  )
  expect(shown).not.toContain('<code>p0</code>')
})
