import type { PassiveCheck } from '../../src/check/passive.ts'
import { isObject, resourcesIn } from '../../src/check/resource.ts'
import { anIncomingPayment } from '../operations.ts'

const requirement = 'payment-method.type.ilp'

/** The table shows no other type; an array of methods is there to hold others too. */
export const methodsAreOfTypeIlp: PassiveCheck = {
  id: 'rules/payment-methods-are-ilp',
  title: 'The payment methods of an incoming payment are of type ilp',
  notices: 'get-incoming-payment:methods.[].type:wrong-type',
  claims: () => [requirement],
  operations: ['create-incoming-payment', 'get-incoming-payment'],
  needs: {},
  otherwise: anIncomingPayment,
  start: () => (seen) =>
    resourcesIn(seen, 'incoming-payment').flatMap(({ fields: { methods } }) => {
      if (!Array.isArray(methods)) return []
      if (methods.length === 0) return [{ requirement, held: true, want: 'type ilp', got: 'no methods' }]
      const types = methods.map((method) => (isObject(method) ? String(method['type']) : 'none'))
      const held = types.every((type) => type === 'ilp')
      return [{ requirement, held, want: 'type ilp', got: `type ${[...new Set(types)].join(', ')}` }]
    }),
}
