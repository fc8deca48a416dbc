import type { Requirement } from '../../catalogue/requirement.ts'
import type {
  EndEvent,
  ExchangeEvent,
  ObservationEvent,
  PlannedCheck,
  RunEvent,
  RunStarted,
  VerdictEvent,
} from '../../core/events.ts'
import type { Evidence, Verdict } from '../../core/verdict.ts'
import { type RunView, viewOf } from '../view.ts'

/** Hand-made events. Each builder returns a complete event, and takes only the members that a test is about. */
export function run(more: Partial<RunStarted> = {}): RunStarted {
  return {
    type: 'run',
    version: 1,
    harness: '0.1.0',
    target: {
      name: 'my-wallet',
      baseUrl: 'https://wallet.example/op',
      walletAddress: 'https://wallet.example/alice',
      walletAsset: { assetCode: 'USD', assetScale: 2 },
      file: 'op-conformance.yaml',
    },
    profile: 'interface',
    overrides: {},
    seed: 42,
    runs: 20,
    concurrency: 4,
    at: '2026-01-01T00:00:00Z',
    ...more,
  }
}

export function planned(id: string, more: Partial<PlannedCheck> = {}): PlannedCheck {
  return {
    id,
    title: `Title of ${id}`,
    topic: id.split('/')[0] ?? id,
    claims: ['token.known'],
    operations: ['create-quote'],
    missing: [],
    requests: 3,
    ...more,
  }
}

export function plan(...checks: Array<PlannedCheck | string>): RunEvent {
  return {
    type: 'plan',
    checks: checks.map((check) => (typeof check === 'string' ? planned(check) : check)),
  }
}

export function exchange(number: number, check: string, more: Partial<ExchangeEvent> = {}): ExchangeEvent {
  return {
    type: 'exchange',
    number,
    check,
    operation: 'create-quote',
    request: {
      method: 'POST',
      url: 'https://wallet.example/op/quotes',
      headers: { authorization: 'GNAP [tokens.full sha256:1a2b3c4d]' },
      body: '{}',
      token: 'tokens.full',
      signing: {
        key: 'signing',
        keyId: 'client-key-1',
        label: 'sig1',
        components: ['@method', '@target-uri', 'authorization', 'content-digest'],
        base: '"@method": POST',
      },
    },
    response: { status: 201, headers: { 'content-type': 'application/json' }, body: '{}' },
    sent: number * 2,
    received: number * 2 + 1,
    at: '2026-01-01T00:00:01Z',
    milliseconds: 3,
    ...more,
  }
}

export function brokenClaim(check: string, more: Partial<ObservationEvent> = {}): ObservationEvent {
  return {
    type: 'observation',
    check,
    requirement: 'token.known',
    outcome: 'broken',
    want: 'refused (any 4xx)',
    got: 'status 201',
    ...more,
  }
}

export function evidence(more: Partial<Evidence> = {}): Evidence {
  return {
    requirement: 'token.known',
    grade: 'failure',
    want: 'refused (any 4xx)',
    got: 'status 201',
    ...more,
  }
}

export function verdict(check: string, of: Verdict, more: Partial<VerdictEvent> = {}): VerdictEvent {
  return {
    type: 'verdict',
    check,
    verdict: of,
    claims: {},
    notes: [],
    partly: [],
    ...more,
  }
}

export function failed(check: string, ...shown: Evidence[]): VerdictEvent {
  return verdict(
    check,
    { status: 'failed', evidence: shown },
    { claims: Object.fromEntries(shown.map(({ requirement }) => [requirement, once('broken')])) },
  )
}

export function passed(check: string, ...claims: string[]): VerdictEvent {
  return verdict(
    check,
    { status: 'passed' },
    { claims: Object.fromEntries(claims.map((claim) => [claim, once('held')])) },
  )
}

const once = (outcome: 'held' | 'broken') => ({ held: 0, broken: 0, noted: 0, [outcome]: 1 })

export function end(more: Partial<EndEvent> = {}): EndEvent {
  return {
    type: 'end',
    outcome: 'complete',
    at: '2026-01-01T00:00:09Z',
    ...more,
  }
}

const requirement = (id: string, more: Partial<Requirement> = {}): [string, Requirement] => [
  id,
  {
    id,
    level: 'MUST',
    actor: 'resource-server',
    says: `What ${id} says.`,
    source: 'authentication.1',
    profile: 'interface',
    basis: 'stated',
    ...more,
  },
]

/** A small catalogue with one entry of each kind. */
export const requirements: ReadonlyMap<string, Requirement> = new Map([
  requirement('token.known'),
  requirement('token.required'),
  requirement('right.wallet.list', {
    basis: 'inferred',
    reading: 'A list "on a wallet address" is that wallet\'s.',
  }),
  requirement('errors.401.token-invalid', { level: 'SHOULD', basis: 'inferred' }),
  requirement('token.scheme', { level: 'note' }),
  requirement('quote.disputed', { disputed: ['One reading.', 'The other.'] }),
  requirement('service.versioning', { level: 'note', untested: 'not shown' }),
  requirement('client.signs', { actor: 'client', later: 'client' }),
])

const altered = { ...exchange(7, '').request, token: 'tokens.expired', altered: ['content-digest'] }
const listed = { ...exchange(8, '').request, url: 'https://wallet.example/op/outgoing-payments?first=1' }

const { response: _, ...unanswered } = exchange(9, 'a/2', {
  failure: { code: 'reset', message: 'the connection was reset' },
})

/** A run that has something for every part of a report. */
const eventful: readonly RunEvent[] = [
  plan('tokens/expired', 'a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'b/3', 'b/4', planned('b/5')),
  exchange(7, 'tokens/expired', { request: altered }),
  brokenClaim('tokens/expired', { exchange: 7 }),
  failed('tokens/expired', evidence({ exchange: 7, subject: 'create-quote', given: { value: '1' } })),
  exchange(8, 'a/1', {
    operation: 'list-outgoing-payments',
    request: listed,
    response: { status: 500, headers: { 'x-powered-by': 'a server' }, body: '<h1>Oops</h1>\n| a `b` |' },
  }),
  brokenClaim('a/1', { exchange: 8, requirement: 'right.wallet.list' }),
  failed('a/1', evidence({ exchange: 8, requirement: 'right.wallet.list' })),
  unanswered,
  brokenClaim('a/2', { exchange: 9, requirement: 'errors.401.token-invalid' }),
  failed('a/2', evidence({ exchange: 9, requirement: 'errors.401.token-invalid', grade: 'warning' })),
  failed('a/3', evidence({ requirement: 'quote.disputed', grade: 'note' }), evidence({ got: 'status 500' })),
  verdict('b/1', { status: 'inconclusive', reason: 'why' }),
  verdict('b/2', { status: 'skipped', missing: ['a key'] }),
  verdict('b/3', { status: 'error', message: 'ours', stack: 'Error\n at x' }),
  verdict(
    'b/4',
    { status: 'passed' },
    { notes: [{ requirement: 'token.scheme', got: 'status 200' }], partly: ['x'] },
  ),
  passed('b/6', 'token.required'),
  end({ outcome: 'not judged', sentence: 'Because.' }),
]

/** Keys whose values come from the harness or the catalogue. No server or target file influences them. */
const ours = [
  'type',
  'id',
  'title',
  'topic',
  'status',
  'state',
  'outcome',
  'check',
  'grade',
  'operation',
  'requirement',
  'profile',
  'at',
]

/** Appends a text to every text of an event that the server or the target file influences. */
const saying =
  (text: string) =>
  (event: RunEvent): RunEvent =>
    JSON.parse(JSON.stringify(event), (key, value) =>
      typeof value === 'string' && !ours.includes(key) ? `${value}${text}` : value,
    )

/** Builds the eventful run of a target that has this text everywhere. */
export function viewSaying(text: string): RunView {
  return viewOf([run({ overrides: { first: 'limit' } }), ...eventful].map(saying(text)), requirements)
}
