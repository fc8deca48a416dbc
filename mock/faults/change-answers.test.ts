import { expect, test } from 'vitest'
import {
  defectiveConversation,
  furtherConversation,
  transcript,
  wholeConversation,
} from '../testing/conversation.ts'
import { type Running, running } from '../testing/running.ts'
import { seeded } from '../world/random.ts'
import { allFaults, type Fault } from './index.ts'

const faults = allFaults()
// The list stays empty until payments can be made.
const unseen = /^list-outgoing-payments:result\.\[\]/

const publicUrl = 'https://mock.example/op'

const changedBy = async (
  subjects: readonly Fault[],
  talk: (mock: Running) => Promise<Parameters<typeof transcript>[0]>,
): Promise<string[]> => {
  const strict = transcript(await talk(await running({ publicUrl, random: seeded(1) })))
  const unchanged: string[] = []
  for (const fault of subjects) {
    const faulty = transcript(await talk(await running({ publicUrl, random: seeded(1), faults: [fault] })))
    if (faulty.join() === strict.join()) unchanged.push(fault.id)
  }
  return unchanged
}

test('every fault of an answer changes an answer to a whole request', async () => {
  const seen = faults.filter(({ id, source }) => source === 'answer' && !unseen.test(id))
  expect(await changedBy(seen, wholeConversation)).toEqual([])
})

test('every fault of behaviour changes an answer', async () => {
  const talk = async (mock: Running) => [
    ...(await wholeConversation(mock)),
    ...(await furtherConversation(mock)),
    ...(await defectiveConversation(mock)),
  ]
  expect(
    await changedBy(
      faults.filter(({ source }) => source === 'behaviour'),
      talk,
    ),
  ).toEqual([])
})
