import { expect, test } from 'vitest'
import type { GnapClient } from './client.ts'
import { type Asking, openGrant } from './consented-grant.ts'
import type { Continuation, GrantAnswer } from './grant-answer.ts'

const unused = async (): Promise<never> => {
  throw new Error('not called')
}

/** Creates a server that names these waits, one after the other, and never gives a token. */
const naming = (...waits: number[]) => {
  const log: string[] = []
  let time = 0
  const answer = (): GrantAnswer => ({
    tokens: [],
    interact: { redirect: 'https://auth.example/consent' },
    continue: { uri: 'https://auth.example/continue', token: 'c', wait: (waits.shift() ?? 0) * 1000 },
  })
  const client: GnapClient = {
    endpoint: 'https://auth.example/',
    key: Object(undefined),
    request: async () => answer(),
    proceed: async () => answer(),
    rotate: unused,
    revoke: unused,
    cancel: unused,
  }
  const asking: Asking = {
    name: 'tokens.full',
    client,
    consent: { listen: () => undefined, ask: async (page) => void log.push(`asks at ${page}`) },
    patience: 60_000,
    note: (text) => log.push(text),
    pending: ({ wait }: Continuation) => log.push(`pending for ${wait / 1000} s`),
    now: () => new Date(time),
    wait: async (milliseconds) => {
      log.push(`waits ${milliseconds / 1000} s`)
      time += milliseconds
    },
    signal: new AbortController().signal,
  }
  return { log, asking }
}

const days = 23 * 24 * 60 * 60

test('a wait beyond the time for the consent is refused before anybody is asked', async () => {
  const { log, asking } = naming(days)
  await expect(openGrant([], asking)).rejects.toThrow(
    `tokens.full: the authorization server wants ${days} s to pass before the grant goes on, and the consent may take 60 s; raise grants.consentTimeout`,
  )
  expect(log).toEqual([`pending for ${days} s`])
})

test('a wait beyond the time for the consent is refused in a continuation too', async () => {
  const { log, asking } = naming(5, days)
  const { decide } = await openGrant([], asking)
  await expect(decide('consent 1 of 1')).rejects.toMatchObject({ code: 'ERR_GRANT_WAIT' })
  expect(log).toEqual([
    'pending for 5 s',
    'asks at https://auth.example/consent',
    'waits 5 s',
    `pending for ${days} s`,
  ])
})

test('a server that names no wait is asked once a second until the time for the consent is over', async () => {
  const { log, asking } = naming()
  const { decide } = await openGrant([], asking)
  await expect(decide('consent 1 of 1')).rejects.toMatchObject({ code: 'ERR_GRANT_UNDECIDED' })
  expect(log.filter((each) => each === 'waits 1 s')).toHaveLength(60)
})
