import { CannotDo } from '../core/errors.ts'
import { asAmount, type JsonObject } from '../core/json.ts'
import type { AskedReceiver } from '../incoming-payments/make-receiver.ts'
import type { ReceiverKind } from '../state/resources.ts'
import type { Control } from './control.ts'

const kinds: readonly ReceiverKind[] = [
  'open',
  'fixed',
  'otherAsset',
  'expiring',
  'expired',
  'completed',
  'failing',
]

export const makeReceiver: Control = {
  method: 'post',
  path: '/receivers',
  keys: ['kind', 'incomingAmount'],
  work: (controlled, body) => ({ url: controlled.makeReceiver(asked(body)) }),
}

const asked = ({ kind: named, incomingAmount }: JsonObject): AskedReceiver => {
  const kind = kinds.find((each) => each === named)
  if (!kind) throw new CannotDo(`kind is none of ${kinds.join(', ')}`)
  if (incomingAmount === undefined) return { kind }
  const amount = asAmount(incomingAmount)
  if (!amount) throw new CannotDo('incomingAmount is not an Amount of value, assetCode and assetScale')
  return { kind, incomingAmount: amount }
}
