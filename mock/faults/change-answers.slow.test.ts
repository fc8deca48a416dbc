import { expect, test } from 'vitest'
import { seeded } from '../core/random.ts'
import type { ProfileName } from '../profiles/index.ts'
import {
  type Conversation,
  differs,
  everyConversation,
  transcript,
} from '../testing/conversations/conversation.ts'
import { type Running, running } from '../testing/running.ts'
import { allFaults, type Fault } from './index.ts'

const profiles = ['interface', 'open-payments-1.3'] as const

const mockWith = (profile: ProfileName, ...combined: Fault[]) =>
  running({ publicUrl: 'https://mock.example/op', random: seeded(1), profile, faults: combined })

const ofInterface = new Set(allFaults().map(({ id }) => id))

/** Returns the faults of a profile. For the second profile, only those that the first does not have. */
const faultsOf = (profile: ProfileName): Fault[] =>
  allFaults(profile).filter(({ id }) => profile === 'interface' || !ofInterface.has(id))

const unnoticed = async (
  profile: ProfileName,
  subjects: readonly Fault[],
  talk: (mock: Running) => Conversation,
): Promise<string[]> => {
  const strict = await transcript(talk(await mockWith(profile)))
  const same: string[] = []
  for (const fault of subjects) {
    const mock = await mockWith(profile, fault)
    if (!(await differs(talk(mock), strict))) same.push(fault.id)
    await mock.close()
  }
  return same
}

/** Groups the faults of one source by topic, which is the first part of their requirement's id. */
const byTopic = (source: Fault['source']): Array<[ProfileName, string, Fault[]]> =>
  profiles.flatMap((profile) => {
    const those = faultsOf(profile).filter((fault) => fault.source === source)
    const topicOf = ({ breaks }: Fault) => breaks.split('.')[0] ?? ''
    return [...new Set(those.map(topicOf))].map((topic): [ProfileName, string, Fault[]] => [
      profile,
      topic,
      those.filter((fault) => topicOf(fault) === topic),
    ])
  })

test.each(byTopic('answer'))(
  '%s: every fault of source answer in %s changes an answer',
  async (profile, _topic, those) => {
    expect(await unnoticed(profile, those, everyConversation)).toEqual([])
  },
)

test.each(byTopic('behaviour'))(
  '%s: every fault of source behaviour in %s changes an answer',
  async (profile, _topic, those) => {
    expect(await unnoticed(profile, those, everyConversation)).toEqual([])
  },
)

test.each(byTopic('field-notes'))(
  '%s: every fault of source field-notes in %s changes an answer',
  async (profile, _topic, those) => {
    expect(await unnoticed(profile, those, everyConversation)).toEqual([])
  },
)
