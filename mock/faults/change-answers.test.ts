import { expect, test } from 'vitest'
import {
  type Conversation,
  differs,
  everyConversation,
  transcript,
  wholeConversation,
} from '../testing/conversation.ts'
import { type Running, running } from '../testing/running.ts'
import { seeded } from '../world/random.ts'
import { allFaults, type Fault } from './index.ts'

const faults = allFaults()

const mockWith = (...combined: Fault[]) =>
  running({ publicUrl: 'https://mock.example/op', random: seeded(1), faults: combined })

const unnoticed = async (
  subjects: readonly Fault[],
  talk: (mock: Running) => Conversation,
): Promise<string[]> => {
  const strict = await transcript(talk(await mockWith()))
  const same: string[] = []
  for (const fault of subjects) {
    const mock = await mockWith(fault)
    if (!(await differs(talk(mock), strict))) same.push(fault.id)
    await mock.close()
  }
  return same
}

test('every fault of an answer changes an answer to a whole request', async () => {
  const subjects = faults.filter(({ source }) => source === 'answer')
  expect(await unnoticed(subjects, wholeConversation)).toEqual([])
})

test('every fault of behaviour changes an answer', async () => {
  const subjects = faults.filter(({ source }) => source === 'behaviour')
  expect(await unnoticed(subjects, everyConversation)).toEqual([])
})
