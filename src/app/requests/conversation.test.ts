import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { converse } from './conversation.ts'

const ends = ({ isTTY = false } = {}) => {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  const written: string[] = []
  output.setEncoding('utf8').on('data', (piece: string) => written.push(piece))
  let interrupts = 0
  const conversation = converse({ input, output, interrupt: () => interrupts++ })
  return { input, conversation, written: () => written.join(''), interrupts: () => interrupts }
}

test('a pipe answers line by line, even if it wrote everything before the first question', async () => {
  const { input, conversation } = ends()
  input.end('first\nsecond\n')
  expect(conversation.isPerson).toBe(false)
  expect([await conversation.ask('1?'), await conversation.ask('2?')]).toEqual(['first', 'second'])
  expect(await conversation.ask('3?')).toBeUndefined()
})

test('a last line without a line end is an answer', async () => {
  const { input, conversation } = ends()
  const answer = conversation.ask('1?')
  input.end('first')
  expect(await answer).toBe('first')
})

test('each question is printed, on a line of its own for a pipe', async () => {
  const { input, conversation, written } = ends()
  input.end('a\nb\n')
  await conversation.ask('1?')
  await conversation.ask('2?')
  expect(written()).toBe('1? \n2? \n')
})

test('the terminal echoes what a person types, except for a hidden answer', async () => {
  const { input, conversation, written } = ends({ isTTY: true })
  const open = conversation.ask('name?')
  input.write('alice\r')
  expect(await open).toBe('alice')
  const hidden = conversation.ask('token?', { hidden: true })
  input.write('s3cret\r')
  expect(await hidden).toBe('s3cret')
  conversation.close()
  expect(written()).toContain('alice')
  expect(written()).toContain('token? ')
  expect(written()).not.toContain('s3cret')
})

test('Ctrl-C interrupts, and the open question gets no answer', async () => {
  const { input, conversation, interrupts } = ends({ isTTY: true })
  const answer = conversation.ask('name?')
  input.write('\u0003')
  expect(await answer).toBeUndefined()
  expect(interrupts()).toBe(1)
})
