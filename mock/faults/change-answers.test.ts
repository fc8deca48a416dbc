import { expect, test } from 'vitest'
import { type Conversation, differs, everyConversation, transcript } from '../testing/conversation.ts'
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

/** Faults of one source by what they are about, which is how the id of the requirement begins. */
const byTopic = (source: Fault['source']): Array<[string, Fault[]]> => {
  const those = faults.filter((fault) => fault.source === source)
  const topicOf = ({ breaks }: Fault) => breaks.split('.')[0] ?? ''
  return [...new Set(those.map(topicOf))].map((topic) => [
    topic,
    those.filter((fault) => topicOf(fault) === topic),
  ])
}

test.each(byTopic('answer'))('every fault of %s in an answer changes an answer', async (...[, those]) => {
  expect(await unnoticed(those, everyConversation)).toEqual([])
})

test.each(byTopic('behaviour'))(
  'every fault of behaviour in %s changes an answer',
  async (...[, those]) => {
    expect(await unnoticed(those, everyConversation)).toEqual([])
  },
  60_000,
)

test.each(byTopic('field-notes'))(
  'every fault seen in the field of %s changes an answer',
  async (...[, those]) => {
    expect(await unnoticed(those, everyConversation)).toEqual([])
  },
)
