import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { schemaProblems } from '../target-file/schema.ts'
import { noAnswers } from './questions.ts'
import { targetText } from './target-text.ts'

const answers = {
  ...noAnswers,
  baseUrl: 'https://wallet.example/op',
  walletAddress: 'https://wallet.example/alice',
  key: 'key.jwk',
  keyId: 'client-1',
  tokenVariable: 'OP_TOKEN',
}

test('each answer stands in its place in the target file, and the token only as a variable', () => {
  const text = targetText({
    ...answers,
    asset: 'JPY 0',
    openReceiver: 'https://a.example/incoming-payments/1 https://a.example/incoming-payments/2',
  })
  expect(parse(text)).toMatchObject({
    version: 1,
    name: 'wallet.example',
    profile: 'interface',
    baseUrl: 'https://wallet.example/op',
    walletAddress: 'https://wallet.example/alice',
    walletAsset: { assetCode: 'JPY', assetScale: 0 },
    signing: { privateKey: 'file:key.jwk', keyId: 'client-1' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
    tokens: { full: '${OP_TOKEN}' },
    receivers: {
      open: ['https://a.example/incoming-payments/1', 'https://a.example/incoming-payments/2'],
      fixed: [],
    },
  })
})

test('an asset that is not given is left to the server', () => {
  expect(parse(targetText(answers))).not.toHaveProperty('walletAsset')
})

test.each(['a: b', '# x', '"', 'yes', '12', "it's"])('the key id %s is read back as it was', (keyId) => {
  expect(parse(targetText({ ...answers, keyId })).signing.keyId).toBe(keyId)
})

test('the commented-out parts fit the schema once they are uncommented', () => {
  const tree = parse(targetText(answers).replace(/^( *)# ?(?= *[A-Za-z]+:(?: |$))/gm, '$1'))
  expect(schemaProblems(tree)).toEqual([])
  expect(Object.keys(tree)).toEqual(expect.arrayContaining(['connectUrl', 'walletAsset', 'otherWallet']))
  expect(Object.keys(tree.tokens)).toEqual(['full', 'readOnly', 'writeOnly', 'expired', 'revoked'])
  expect(Object.keys(tree.receivers)).toContain('failing')
})

test('the limits in the text are the defaults of the schema', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../spec/schemas/target-file.json', import.meta.url), 'utf8'),
  )
  const { maxDebitValue, debitBudget } = schema.properties.limits.properties
  expect(parse(targetText(answers)).limits).toEqual({
    maxDebitValue: maxDebitValue.default,
    debitBudget: debitBudget.default,
  })
})
