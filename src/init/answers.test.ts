import { expect, test } from 'vitest'
import { aboutAccess, aboutServer, answerTo, type Question, type Respondent } from './questions.ts'

const questions = [...aboutServer, ...aboutAccess('client-1')]

const named = (name: Question['name']): Question => {
  const found = questions.find((question) => question.name === name)
  if (!found) throw new Error(`no question is called ${name}`)
  return found
}

const respondent = (lines: string[], isPerson = false): Respondent & { asked: string[] } => {
  const asked: string[] = []
  const ask = async (question: string): Promise<string | undefined> => {
    asked.push(question)
    return lines.shift()
  }
  return { isPerson, asked, ask }
}

test('an option answers its question, which is then not asked', async () => {
  const nobody = respondent(['http://other.example'])
  expect(await answerTo(named('baseUrl'), 'http://wallet.example', nobody)).toBe('http://wallet.example')
  expect(nobody.asked).toEqual([])
})

test('an empty answer means the default, which the question shows', async () => {
  const person = respondent([' '])
  expect(await answerTo(named('keyId'), undefined, person)).toBe('client-1')
  expect(person.asked).toEqual(['Key id under which the server knows the key [client-1]:'])
})

test('the default counts if nobody is asked', async () => {
  expect(await answerTo(named('tokenVariable'), undefined, undefined)).toBe('OP_TOKEN')
})

test.each([
  ['nobody is asked', undefined],
  ['the pipe has ended', respondent([])],
  ['the line is empty', respondent([''])],
])('the error for a missing required answer names its option if %s', async (_, who) => {
  await expect(answerTo(named('walletAddress'), undefined, who)).rejects.toMatchObject({
    code: 'ERR_INIT_ANSWER',
    message: 'Wallet address under test, as a URL: it is required; enter it or set --wallet-address',
  })
})

test('a person is asked again after an invalid answer, but a pipe is not', async () => {
  const lines = ['$wallet.example/alice', '', 'https://wallet.example/alice']
  const person = respondent([...lines], true)
  expect(await answerTo(named('walletAddress'), undefined, person)).toBe('https://wallet.example/alice')
  expect(person.asked.slice(1)).toEqual([
    'It has to be an absolute http or https URL. Wallet address under test, as a URL:',
    'It is required. Wallet address under test, as a URL:',
  ])
  const pipe = respondent([...lines])
  await expect(answerTo(named('walletAddress'), undefined, pipe)).rejects.toThrow('has to be an absolute')
  expect(pipe.asked).toHaveLength(1)
})

test.each<[Question['name'], string]>([
  ['baseUrl', 'https://wallet.example/op?x=1'],
  ['walletAddress', 'wallet.example/alice'],
  ['asset', 'EURO'],
  ['asset', 'USD/2.5'],
  ['keyId', 'späth'],
  ['tokenVariable', 'OP TOKEN'],
  ['openReceiver', 'https://wallet.example/op/payments/1'],
  ['fixedReceiver', 'https://wallet.example/op/incoming-payments/1, https://wallet.example/2'],
])('the question %s refuses %j, and the message does not show the answer', async (name, text) => {
  const refused = answerTo(named(name), text, undefined)
  await expect(refused).rejects.toMatchObject({ code: 'ERR_INIT_ANSWER' })
  await expect(refused).rejects.not.toThrow(text)
})

test.each<[Question['name'], string]>([
  ['baseUrl', 'http://127.0.0.1:8080'],
  ['asset', 'USD/2'],
  ['asset', 'JPY 0'],
  ['asset', ''],
  ['openReceiver', ''],
  ['openReceiver', 'https://a.example/incoming-payments/1  https://a.example/incoming-payments/2'],
])('the question %s accepts %j', async (name, text) => {
  expect(await answerTo(named(name), text, undefined)).toBe(text)
})
