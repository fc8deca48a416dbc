import type { Amount } from '../../core/amount.ts'
import { lastSegment } from '../../http/path-segment.ts'
import type { Credential } from '../../target-file/target.ts'
import type { DraftFor } from './trials.ts'

const listed =
  (operation: 'list-outgoing-payments' | 'list-incoming-payments'): DraftFor =>
  ({ profile: { query }, walletAddress, tokens }) => ({
    operation,
    method: 'GET',
    path: operation === 'list-outgoing-payments' ? '/outgoing-payments' : '/incoming-payments',
    query: [
      [query.walletAddress, walletAddress],
      [query.first, '1'],
    ],
    token: tokens.full,
  })

export const listOutgoing = listed('list-outgoing-payments')
export const listIncoming = listed('list-incoming-payments')

/** Returns the request without one of its query parameters. */
export const withoutQuery =
  (ask: DraftFor, parameter: 'walletAddress' | 'first'): DraftFor =>
  (target) => {
    const draft = ask(target)
    const left = draft.query?.filter(([name]) => name !== target.profile.query[parameter]) ?? []
    return { ...draft, query: left }
  }

/** Returns a request for a quote to a receiver. It debits an amount, or the amount that the receiver asks for. */
export const quoteTo =
  (receiver: string, debitAmount?: Amount): DraftFor =>
  ({ walletAddress, tokens }) => ({
    operation: 'create-quote',
    method: 'POST',
    path: '/quotes',
    token: tokens.full,
    body: { walletAddress, receiver, method: 'ilp', debitAmount },
  })

const read =
  (operation: 'get-quote' | 'get-incoming-payment', collection: string) =>
  (id: string): DraftFor =>
  ({ tokens }) => ({
    operation,
    method: 'GET',
    path: `/${collection}/${lastSegment(id)}`,
    token: tokens.full,
  })

export const readQuote = read('get-quote', 'quotes')
export const readIncomingPayment = read('get-incoming-payment', 'incoming-payments')

/** Returns the request with another token, or with none. */
export const by =
  (token: Credential | undefined, ask: DraftFor): DraftFor =>
  (target) => {
    const { token: _, ...draft } = ask(target)
    return { ...draft, token }
  }
