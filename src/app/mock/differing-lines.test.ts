import { expect, test } from 'vitest'
import { explained, list, quote, signed, signedOver } from '../../diagnose/signature/testing/signed.ts'
import { differingLines } from './explain-refused.ts'

test('the comparison lists only the lines in which two bases differ', () => {
  expect(differingLines('"@method": GET\n"a": 1\n"b": 2', '"@method": GET\n"a": 3\n"b": 2')).toEqual([
    { expected: '"a": 1', received: '"a": 3' },
  ])
})

test('the comparison lists a line that one base lacks by itself', () => {
  expect(differingLines('a\nb', 'a')).toEqual([{ expected: 'b' }])
  expect(differingLines('a', 'a\nb')).toEqual([{ received: 'b' }])
})

test('the comparison shows what a client signed for another URL beside what was received', async () => {
  const sent = { ...(await signed(list)), url: list.url.replace('https', 'http') }
  const [{ base = '', signed: over = '' } = {}] = explained(sent).signatures
  expect(differingLines(base, over)).toEqual([
    { expected: `"@target-uri": ${sent.url}`, received: `"@target-uri": ${list.url}` },
  ])
})

test('the comparison shows a base in the altered form in which the client signed it', async () => {
  const sent = await signedOver(quote, (base) => `${base}\n`)
  const [{ base, signed: over } = {}] = explained(sent).signatures
  expect(over).toBe(`${base}\n`)
})

test('the comparison shows no signed base if the signature verifies or no cause is found', async () => {
  expect(explained(await signed(list)).signatures).toEqual([{ label: 'sig1', base: expect.any(String) }])
  const foreign = {
    ...(await signed(list)),
    headers: { ...(await signed(list)).headers, authorization: 'GNAP x' },
  }
  expect(explained(foreign).signatures).toEqual([{ label: 'sig1', base: expect.any(String) }])
})
