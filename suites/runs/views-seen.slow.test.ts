import { expect, test } from 'vitest'
import { serveInProcess } from '../../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { RunEvent } from '../../src/core/events.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { loadSuite } from '../load.ts'
import { type ViewsSeen, viewsSeenIn } from '../testing/views-seen.ts'

type Profile = 'interface' | 'open-payments-1.3'

const seenIn = async (profile: Profile): Promise<ViewsSeen> => {
  const events: RunEvent[] = []
  const knowledge = { suite: await loadSuite(), catalogue: loadCatalogue(profile) }
  await serveInProcess(
    { profile, faults: [] },
    (error) => {
      throw error
    },
    (served) =>
      runChecks(knowledge, served, { only: [], seed: 1, runs: 20, watch: (event) => events.push(event) }),
  )
  return viewsSeenIn(events)
}

const each = (...parts: ReadonlyArray<readonly string[]>): string[] =>
  parts.reduce<string[]>(
    (rows, part) => rows.flatMap((row) => part.map((one) => `${row} ${one}`.trim())),
    [''],
  )

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
const ages = ['age from 0.5 s', 'age from 2 s', 'age from 5 s']
const both = ['debitAmount', 'receiveAmount']
const lists = ['outgoing-payment list', 'incoming-payment list']
const places = ['first on', 'last on']
const pages = ['the first page forwards', 'a later page forwards', 'a later page backwards']

/**
 * The views that a default run must see, apart from responses to creations, so that the rules always have something to
 * compare.
 */
const wanted: Record<Profile, string[]> = {
  interface: [
    ...each(['quote get'], ['new', 'done', 'expired', ...ages]),
    ...each(['quote get by'], ['tokens.full', 'tokens.readOnly', 'otherClient.token']),
    ...each(['quote get'], both, ['that ends in'], digits),
    ...each(['quote get'], both, ['from 2^31', 'from 2^53', 'from 2^63', 'of scale 2']),
    'quote get receiveAmount of scale 0',
    ...each(['outgoing-payment list'], ['new', 'under way', 'done', 'failed', ...ages]),
    ...each(['outgoing-payment list by'], ['tokens.full', 'tokens.readOnly', 'otherClient.token']),
    ...each(['outgoing-payment list'], [...both, 'sentAmount'], ['that ends in'], digits),
    'outgoing-payment list receiveAmount of scale 9',
    'outgoing-payment list made in one millisecond with another',
    ...each(lists, places, pages),
    ...each(['incoming-payment'], ['get', 'list'], ['new', 'under way', 'done', 'expired', ...ages]),
    ...each(['incoming-payment get by'], ['tokens.full', 'receivers.access.token']),
    ...each(['incoming-payment list by'], ['tokens.full', 'tokens.readOnly', 'otherClient.token']),
    ...each(['incoming-payment get receivedAmount of scale'], ['0', '2', '9']),
    ...each(['incoming-payment get public'], ['by otherWallet.token', 'under way']),
  ],
  'open-payments-1.3': [
    ...each(['quote get'], ['new', 'done', 'expired', ...ages]),
    ...each(['outgoing-payment get'], ['new', 'under way', 'done', 'failed', ...ages]),
    ...each(['outgoing-payment get by'], ['tokens.full', 'tokens.readOnly', 'otherClient.token']),
    ...each(['outgoing-payment get'], [...both, 'sentAmount'], ['that ends in'], digits),
    ...each(['incoming-payment get by'], ['tokens.full', 'tokens.readOnly', 'otherClient.token']),
    ...each(['incoming-payment'], ['get', 'list'], ['new', 'under way', 'done', 'expired', ...ages]),
    ...each(
      ['incoming-payment'],
      ['get', 'list'],
      ['incomingAmount'],
      ['from 2^31', 'from 2^53', 'from 2^63'],
    ),
    ...each(['incoming-payment'], ['get', 'list'], ['incomingAmount that ends in'], digits),
    ...each(lists, places, pages),
  ],
}

test.each(['interface', 'open-payments-1.3'] as const)(
  'a default run under %s reads resources in every state, at every age, by every token, in every place',
  async (profile) => {
    const seen = await seenIn(profile)
    expect(wanted[profile].filter((row) => !seen.has(row))).toEqual([])
  },
)
