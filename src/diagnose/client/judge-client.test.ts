import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { run } from '../../report/testing/record.ts'
import { clientSpecification } from './claims.ts'
import { createClientJudge } from './judge-client.ts'
import type { ClientRequest, ServerSide } from './request.ts'
import { asks, bodies, messageOf, requestOf, sentBy, server, usd } from './testing/requests.ts'

const specification = clientSpecification('interface')

/** Returns the record of a client that sends these requests. */
const recordOf = (requests: readonly ClientRequest[], side: () => ServerSide = () => server): RunEvent[] => {
  const events: RunEvent[] = []
  const judge = createClientJudge({
    specification,
    run: { ...run(), judges: 'client' },
    sink: (event) => events.push(event),
    now: () => new Date(0),
  })
  for (const request of requests) judge.take(request, side, createRedactor([]))
  judge.end()
  return events
}

const verdictOn = (events: readonly RunEvent[], check: string) =>
  events.flatMap((event) => (event.type === 'verdict' && event.check === check ? [event.verdict] : []))[0]

test('a kept rule passes, a broken one fails, and one that no request shows is skipped with the reason', async () => {
  const events = recordOf([await sentBy(asks.list), requestOf(asks.list, messageOf(asks.list))])
  expect(verdictOn(events, 'client/token-carried')).toEqual({ status: 'passed' })
  expect(verdictOn(events, 'client/signature-made')).toMatchObject({ status: 'failed' })
  expect(verdictOn(events, 'client/digest-of-body')).toEqual({
    status: 'skipped',
    missing: ['a request of the client with a body'],
  })
  expect(events.at(0)?.type).toBe('run')
  expect(events.at(-1)?.type).toBe('end')
})

test('records a held claim once and a broken one a few times for each operation', async () => {
  const whole = await sentBy(asks.list)
  const unsigned = requestOf(asks.list, messageOf(asks.list))
  const events = recordOf([...Array(9).fill(whole), ...Array(9).fill(unsigned)])
  const outcomes = events.flatMap((event) =>
    event.type === 'observation' && event.check === 'client/signature-made' ? [event.outcome] : [],
  )
  expect(outcomes).toEqual(['held', ...Array(5).fill('broken')])
  expect(events.filter(({ type }) => type === 'exchange')).toHaveLength(18)
})

test('a rule that a refusal without a reason may be about is not judged, although other requests kept it', async () => {
  const refused = await sentBy(asks.quote, {}, { status: 400 })
  const events = recordOf([await sentBy(asks.quote), refused])
  expect(verdictOn(events, 'client/create-quote-receiver-known')).toEqual({
    status: 'inconclusive',
    reason: 'a create-quote of the client was refused with 400, and the traffic does not show why',
  })
  expect(verdictOn(events, 'client/create-quote-amounts-exclusive')).toEqual({ status: 'passed' })
})

test('a mistake in the request itself explains its refusal', async () => {
  const body = { ...bodies.quote, receiveAmount: usd('100') }
  const refused = await sentBy({ ...asks.quote, body }, {}, { status: 400 })
  const events = recordOf([await sentBy(asks.quote), refused])
  expect(verdictOn(events, 'client/create-quote-amounts-exclusive')).toMatchObject({ status: 'failed' })
  expect(verdictOn(events, 'client/create-quote-receiver-known')).toEqual({ status: 'passed' })
})

test('a mistake of the harness is not a failure of the client', async () => {
  const events = recordOf([await sentBy(asks.list)], () => {
    throw new Error('ours')
  })
  expect(verdictOn(events, 'client/requests')).toMatchObject({ status: 'error', message: 'ours' })
})
