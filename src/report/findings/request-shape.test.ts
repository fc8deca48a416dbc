import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../../core/events.ts'
import { withoutCase } from './request-shape.ts'

const sent = (headers: Record<string, string>, ...altered: string[]) =>
  withoutCase({
    request: {
      method: 'POST',
      url: 'https://wallet.example/op/quotes',
      headers,
      token: 'tokens.full',
      signing: { key: 'signing', keyId: 'k', label: 'sig1', components: ['@method', 'digest'], base: '' },
      altered,
    },
  } as unknown as ExchangeEvent)

test.each([
  [['digest', 'body'], 'altered after signing: digest, body'],
  [['signature-input'], 'altered after signing: signature-input'],
  [['content-digest'], 'another content-digest'],
  [['x-trace', 'body'], 'altered after signing: body; no x-trace'],
])('only what was signed counts as altered after signing: %j', (altered, words) =>
  expect(sent({ 'content-digest': '' }, ...altered)).toBe(words),
)
