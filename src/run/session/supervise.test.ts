import { expect, test } from 'vitest'
import { PreconditionFailed, type Session } from '../../check/session.ts'
import type { RunEvent, VerdictEvent } from '../../core/events.ts'
import type { Run } from './run.ts'
import { finish } from './supervise.ts'

/** Ends a check that could learn nothing, while the server is as given. The check began before any outage. */
const ended = async (server: {
  ended?: number
  isWaiting?: boolean
  isGivenUp?: boolean
  lost?: string[]
}) => {
  const events: RunEvent[] = []
  const inconclusive = {
    type: 'verdict',
    check: 'a/check',
    verdict: { status: 'inconclusive' },
  } as VerdictEvent
  const unreached = new Set<string>()
  const run = {
    journal: { write: (event: RunEvent) => events.push(event), verdictOf: () => inconclusive },
    liveness: {
      outages: () => server.ended ?? 0,
      isWaiting: () => server.isWaiting === true,
      isGivenUp: () => server.isGivenUp === true,
      hasLostToken: () => false,
    },
    memory: { unreached, lostReceivers: new Map(server.lost?.map((url) => [url, 'is completed'])) },
  } as unknown as Run
  await finish(run, { check: 'a/check', session: {} as Session, outages: 0 }, async () => {
    throw new PreconditionFailed('a response was late')
  })
  return { unreached: [...unreached], event: events[0] }
}

test.each([[{ ended: 1 }], [{ isWaiting: true }], [{ isGivenUp: true }], [{ lost: ['a'] }]])(
  'a check that learns nothing while the server is away or a receiver is lost (%j) is tried again',
  async (server) => {
    const { unreached, event } = await ended(server)
    expect(unreached).toEqual(['a/check'])
    expect(event).toMatchObject({ state: 'ended', unreached: true, reason: 'a response was late' })
  },
)

test('a check that learns nothing although the server was there is not tried again', async () => {
  const { unreached, event } = await ended({})
  expect(unreached).toEqual([])
  expect(event).not.toHaveProperty('unreached')
})
