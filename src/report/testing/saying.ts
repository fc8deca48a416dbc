import type { RunEvent } from '../../core/events.ts'
import { type RunView, viewOf } from '../view.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  planned,
  requirements,
  run,
  verdict,
} from './record.ts'

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
