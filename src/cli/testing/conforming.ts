import { badRequest } from '../../../mock/core/answer.ts'
import type { Fault } from '../../../mock/faults/fault.ts'

/** A conforming server may have a smallest amount. */
export const nothingBelow300: Fault = {
  id: 'nothing-below-300',
  breaks: 'no requirement',
  source: 'behaviour',
  says: 'Nothing that debits less than 300 is priced',
  extraGuards: [
    {
      id: 'nothing-below-300',
      family: 'body',
      requirement: 'no requirement',
      operations: ['create-quote', 'create-outgoing-payment'],
      refuses: ({ subject: { debitAmount } }) =>
        debitAmount !== undefined && debitAmount.value < 300n ? badRequest('amount is too small') : undefined,
    },
  ],
}

/** Refuses signatures that are not fresh by the clock of the server. */
export const wantsFreshSignatures: Fault = {
  id: 'wants-fresh-signatures',
  breaks: 'signature.accepts.plain',
  says: 'Refuses signatures that are not of this minute.',
  source: 'guard',
  extraGuards: [
    {
      id: 'signature-fresh',
      family: 'signature',
      requirement: 'signature.accepts.plain',
      refuses: ({ request, world }) => {
        const created = Number(/;created=(\d+)/.exec(request.headers.get('signature-input') ?? '')?.[1])
        const isFresh = Math.abs(created * 1000 - world.now()) < 60_000
        return isFresh ? undefined : { status: 401, description: 'the signature is not of this minute' }
      },
    },
  ],
}
