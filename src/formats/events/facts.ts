import type { Json } from '../../core/json.ts'
import { operationIds } from '../../core/operations.ts'
import { fields, integer, list, object, oneOf, ref, text, value } from '../schema.ts'

export const harness = text('Version of the harness.')

export const judges = oneOf(
  ['client', 'traffic'],
  'Who is judged; absent if it is the server, by requests of the run. If it is a client, the target is the server that the client called. traffic: the server, by requests of others.',
)

export const target = fields({
  name: text(),
  baseUrl: text(),
  walletAddress: text(),
  'walletAsset?': fields({ assetCode: text(), assetScale: integer() }),
  'file?': text('Path of the target file.'),
  'line?': integer({ description: 'Line of baseUrl in that file.', minimum: 1 }),
})

export const profile = text('Name of the profile.')

export const overrides = value<Record<string, Json>>({
  description: "The target file's profileOverrides, by the profile's keys.",
  type: 'object',
})

export const seed = integer()

export const runs = integer('Generated cases per property.')

export const concurrency = integer()

export const moment = text('A date-time of RFC 3339.')

export const shard = object('The run is one part of a plan, to be merged with the others.', {
  index: integer({ minimum: 1 }),
  count: integer({ minimum: 1 }),
  digest: text('Of the whole plan, its limits and the requirements: the same in all parts.'),
})

export const shards = integer({ description: 'The run was merged from this many parts.', minimum: 1 })

export const budget = object('The run chose among its checks, to send fewer requests.', {
  maxRequests: integer({
    description: 'The most requests that the run sends to a conforming server.',
    minimum: 1,
  }),
  checks: integer({ description: 'The number of chosen checks that send requests.', minimum: 0 }),
  of: integer({ description: 'The number of checks that could be chosen.', minimum: 0 }),
  'inPart?': integer({
    description: 'The number of chosen checks of which only some cases were chosen.',
    minimum: 0,
  }),
  'faults?': integer({
    description:
      'The number of known faults of a MUST that this choice was tried on. Missing if it was not measured.',
    minimum: 1,
  }),
  'noticed?': integer({ description: 'The number of these that the choice notices.', minimum: 0 }),
})

export const outcome = oneOf(['complete', 'not judged', 'interrupted'])

export const checkId = text('<topic>/<sentence-in-kebab-case>')

export const requirementId = text('As `op-conformance explain` takes it.')

export const claims = list({}, ref('requirementId', requirementId))

export const operation = oneOf(operationIds)

export const operations = list({}, ref('operation', operation))

export const missing = list(
  'What the check needs and the target file does not give, each with its key.',
  text(),
)

export const partly = list('Subjects left out because the target file lacks what they need.', text())

export const passive = oneOf(
  ['expected', 'listening'],
  'The check sends nothing itself; it judges the exchanges of other checks: all of them, or those that happen to occur.',
)

export const exchangeNumber = integer('Number of an exchange in the record.')

export const ourError = object('The harness is at fault.', { message: text(), 'stack?': text() })

export const given = value<Json>({ description: 'The generated or enumerated case: any JSON.' })

export const subject = text("Which of the check's subjects: an operation.")

export const circumstances = list(
  {
    description:
      'The circumstances in which the request was sent, if not the simplest. Each one ends the sentence `Broken only …`.',
    minItems: 1,
  },
  text(),
)

export const resource = text('The id of the resource that the observation is about.')

export const earlier = integer('Number of the exchange that set the expectation, if it was an earlier one.')

export const grade = oneOf(['failure', 'warning', 'note'])

export const controlledBy = integer(
  'Number of the exchange of its control: the valid request, which was accepted.',
)
