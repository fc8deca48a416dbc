import { defaultProfile } from '../../catalogue/profile.ts'
import { isObject } from '../../core/json.ts'
import { fieldsIn, type RequestDraft } from '../../http/draft.ts'
import { withSpelling } from '../../http/request/message.ts'
import { spellings } from '../../http/request/spellings.ts'
import type { Circumstance, Row, TargetSession } from './circumstance.ts'
import { headerFields } from './header-fields.ts'
import { identities } from './identities.ts'

export type { Circumstance, Row } from './circumstance.ts'

const onBody =
  (change: Circumstance['apply']): Circumstance['apply'] =>
  (draft, session) =>
    draft.body === undefined ? undefined : change(draft, session)

const chunked: Circumstance = {
  factor: 'framing',
  name: 'with a chunked body',
  apply: onBody((draft) => ({ ...draft, chunked: true })),
}

/** A body length that is a multiple of the block length of hashes and ciphers. */
const wholeBlocks: Circumstance = {
  factor: 'length',
  name: 'with a body whose length is a multiple of 128 bytes',
  apply: onBody((draft) => ({ ...draft, blockLength: 128 })),
}

const metadata = { note: 'größer als 3 €, 价格: 💶' }

const beyondAscii: Circumstance = {
  factor: 'bytes',
  name: 'with a body beyond ASCII',
  // The published specification closes the body of a quote, which has no metadata there, but not the amounts in it.
  apply: (draft, { target: { profile } }) => {
    if (draft.body === undefined || draft.body instanceof Uint8Array) return undefined
    return draft.operation === 'create-quote' && profile.name !== defaultProfile
      ? withinAmount(draft)
      : { ...draft, furtherFields: { metadata } }
  },
}

const withinAmount = (draft: RequestDraft): RequestDraft | undefined => {
  const body = fieldsIn(draft)
  const amount = ['debitAmount', 'receiveAmount'].find((field) => isObject(body[field]))
  return amount ? { ...draft, body: { ...body, [amount]: { ...Object(body[amount]), metadata } } } : undefined
}

const ordered = (name: string, ...headersFirst: string[]): Circumstance => ({
  factor: 'order',
  name,
  apply: (draft) => ({ ...draft, headersFirst }),
})

const capitalized: Circumstance = {
  factor: 'names',
  name: 'with capitals in header names',
  apply: (draft) => ({
    ...draft,
    headerNames: (name) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()),
  }),
}

const furtherMember = (place: 'first' | 'last' | 'both'): Circumstance => ({
  factor: 'members',
  name:
    place === 'both'
      ? 'with further signatures and digests at both ends'
      : `with a further signature and digest, which come ${place}`,
  apply: (draft) => ({ ...draft, furtherMember: place }),
})

const membersOnLines: Circumstance = {
  factor: 'lines',
  name: 'with each member of a header on a line of its own',
  apply: (draft) => ({ ...draft, splitHeaders: true }),
}

/**
 * Unknown parameters of two circumstances stand at opposite ends of the query, because servers look at the first or the
 * last one. Frameworks may take parameters for members that a body lacks.
 */
const unknownFirst: Circumstance = {
  factor: 'query',
  name: 'with unknown query parameters',
  apply: (draft, { target: { walletAddress } }) => {
    const members = draft.body === undefined ? [] : Object.entries({ walletAddress, method: 'ilp' })
    return { ...draft, query: [['op-unknown', '1'], ...members, ...(draft.query ?? [])] }
  },
}

const longUrl: Circumstance = {
  factor: 'query',
  name: 'with a URL of over 1,000 characters',
  apply: (draft) => ({ ...draft, query: [...(draft.query ?? []), ['op-unknown', 'x'.repeat(1000)]] }),
}

/** A server may forget a cursor, or give it to one token only, so no valid request is judged here. */
const onLaterPage: Circumstance = {
  factor: 'page',
  name: 'on a later page of the list',
  apply: (draft, { target, memory }) => {
    const { operation, query = [] } = draft
    const cursor = operation && memory?.cursorOf(operation)
    if (cursor === undefined) return undefined
    const names = target.profile.query
    const wallet = query.find(([name]) => name === names.walletAddress)?.[1]
    if (wallet !== target.walletAddress || query.some(([name]) => name === names.cursor)) return undefined
    const given = [...(draft.given ?? []), cursor]
    return { ...draft, given, query: [...query, [names.cursor, cursor]], anyRefusal: true }
  },
  isOpen: true,
}

const firstOnConnection: Circumstance = {
  factor: 'connection',
  name: 'as the first request of a connection',
  apply: (draft) => ({ ...draft, line: { requests: 1 } }),
}

const afterTheSame: Circumstance = {
  factor: 'connection',
  name: 'after the same request was accepted',
  apply: (draft) => (draft.debits === undefined ? { ...draft, line: { requests: 2 } } : undefined),
  beside: 'the same before',
}

const underWay: Circumstance = {
  factor: 'companion',
  name: 'while another request is under way',
  apply: (draft) => draft,
  beside: 'another meanwhile',
}

/** All circumstances. Those of one factor stand together, the weakest first. */
export const circumstances: readonly Circumstance[] = [
  chunked,
  ...[1, 8, 64].map((kibibytes) => ({
    factor: 'size',
    name: `with a body over ${kibibytes} KiB`,
    apply: onBody((draft) => ({ ...draft, padding: kibibytes * 1024 })),
  })),
  wholeBlocks,
  beyondAscii,
  ordered('with the signature before all other headers', 'signature', 'signature-input', 'content-digest'),
  ordered('with the authorization after the signature', 'content-digest', 'signature-input', 'signature'),
  capitalized,
  furtherMember('first'),
  furtherMember('last'),
  furtherMember('both'),
  membersOnLines,
  unknownFirst,
  longUrl,
  onLaterPage,
  ...spellings.map(
    ({ of, name, write }): Circumstance => ({
      factor: `spelling of ${of}`,
      name,
      apply: (draft, { target }) => withSpelling(draft, write, target),
    }),
  ),
  firstOnConnection,
  afterTheSame,
  underWay,
  ...headerFields(),
  ...identities,
]

/** Other identities that can send the same invalid request. The server must refuse it from each of them. */
export function otherIdentities(draft: RequestDraft, session: TargetSession): Circumstance[] {
  return circumstances.filter(
    ({ factor, apply }) => factor === 'token' && apply({ ...draft, invalid: true }, session) !== undefined,
  )
}

/** Looks circumstances up by their recorded names. Unknown names are ignored. */
export function circumstancesNamed(names: readonly string[]): Row {
  return circumstances.filter(({ name }) => names.includes(name))
}

export function applicable(row: Row, draft: RequestDraft, session: TargetSession): Row {
  let changed = draft
  return row.filter(({ apply }) => {
    const applied = apply(changed, session)
    changed = applied ?? changed
    return applied !== undefined
  })
}

export function inCircumstances(row: Row, draft: RequestDraft, session: TargetSession): RequestDraft {
  return row.reduce((changed, { apply }) => apply(changed, session) ?? changed, draft)
}
