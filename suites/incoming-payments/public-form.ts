import { scenario } from '../../src/check/scenario.ts'
import { expectThat } from '../../src/check/whole.ts'
import { isObject } from '../../src/core/json.ts'
import { answerInWords, isAccepted } from '../../src/http/answer.ts'
import { fieldNames } from '../../src/openapi/places.ts'
import { isPublicForm } from '../support/answers-to-strangers.ts'
import { idIn, make } from '../support/operations.ts'
import { createIncomingPayment, getIncomingPayment } from '../support/requests.ts'
import { specificationOf } from '../support/specification.ts'
import { everything } from './create-incoming-payment.ts'

const served = 'public-incoming-payment.served'
const noMethods = 'public-incoming-payment.no-methods'
const nothingMore = 'public-incoming-payment.nothing-more'

const secrets = ['methods', 'ilpAddress', 'sharedSecret']

/** Whatever it is called by, at any depth. */
const fieldsWithin = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(fieldsWithin)
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsWithin(inner)])
    : []
}

/** The incoming payment that is read has all that could be shown. */
export const withoutToken = scenario({
  id: 'public-form/without-token',
  title: 'Reading an incoming payment without a token returns its public form and nothing more',
  detects: 'public-form-with-methods',
  operations: ['create-incoming-payment', 'get-incoming-payment'],
  needs: {},
  claims: [served, noMethods, nothingMore],
  cost: { requests: 5, incomingPayments: 2 },
  run: async (session) => {
    const made = await make(session, createIncomingPayment(session, await everything(session)))
    const id = idIn(made, 'no incoming payment could be created to read')
    const { token: _, ...bare } = getIncomingPayment(session, id)
    const full = fullFields(specificationOf(session.target.profile).openapi.components?.schemas ?? {})
    for (const draft of [{ ...bare, signing: 'none' as const }, bare]) {
      const read = await session.send(draft)
      expectThat(session, read, served, {
        held: isAccepted(read) && isPublicForm(read, session),
        want: 'the public form',
        got: isAccepted(read) && !isPublicForm(read, session) ? 'another form' : answerInWords(read),
      })
      const names = fieldsWithin(read.response?.json)
      const shown = (fields: readonly string[], want: string) => {
        const found = fields.filter((name) => names.includes(name))
        return { held: found.length === 0, want, got: found.length === 0 ? 'none' : found.join(', ') }
      }
      expectThat(session, read, noMethods, shown(secrets, 'no methods and no secret'))
      expectThat(session, read, nothingMore, shown(full, 'no field that only the full form has'))
    }
  },
})

/** What only the full form has, but for its secrets. */
const fullFields = (schemas: Record<string, unknown>): string[] => {
  const open = [...fieldNames(schemas, 'PublicIncomingPayment'), ...secrets]
  return fieldNames(schemas, 'IncomingPaymentWithMethods').filter((name) => !open.includes(name))
}
