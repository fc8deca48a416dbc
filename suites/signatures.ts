import { refusedAs } from '../src/check/expectation.ts'
import { each } from '../src/check/given.ts'
import { otherKey, otherKeyBoundElsewhere } from '../src/check/need.ts'
import { refusal } from '../src/check/refusal.ts'
import type { Draft, Message } from '../src/wire/draft.ts'
import { everyOperation, withBody } from './operations.ts'

const without = (message: Message, ...names: string[]): Message => ({
  ...message,
  headers: Object.fromEntries(Object.entries(message.headers).filter(([name]) => !names.includes(name))),
})

const withHeader = (message: Message, name: string, change: (value: string) => string): Message => ({
  ...message,
  headers: { ...message.headers, [name]: change(message.headers[name] ?? '') },
})

export const missing = refusal({
  id: 'signatures/missing',
  title: 'A request without a signature is refused',
  notices: 'without-signature-present',
  on: everyOperation,
  given: each(['signature', 'signature-input'], ['signature'], ['signature-input']),
  spoil: (message, headers) => without(message, ...headers),
  expect: refusedAs('signature-unreadable', 'signature.required'),
})

/** Signature headers that hold no signature. */
const unreadableHeaders = {
  'an empty Signature': (message: Message) => withHeader(message, 'signature', () => ''),
  'an empty Signature-Input': (message: Message) => withHeader(message, 'signature-input', () => ''),
  'a truncated Signature': (message: Message) =>
    withHeader(message, 'signature', (value) => value.slice(0, value.length - 20)),
  'a truncated Signature-Input': (message: Message) =>
    withHeader(message, 'signature-input', (value) => value.slice(0, value.indexOf('(') + 5)),
  'a Signature that is no base64': (message: Message) =>
    withHeader(message, 'signature', (value) => value.replace(/:.*:/, ':*:')),
}

export const unreadable = refusal({
  id: 'signatures/unreadable',
  title: 'A request whose signature cannot be read is refused',
  notices: 'without-signature-readable',
  on: everyOperation,
  given: each(...(Object.keys(unreadableHeaders) as Array<keyof typeof unreadableHeaders>)),
  spoil: (message, kind) => unreadableHeaders[kind](message),
  expect: refusedAs('signature-unreadable', 'signature.readable'),
})

/** Signed over the plainest components save one. */
const uncovering = (draft: Draft, left: string): Draft => ({
  ...draft,
  signing: { components: plainest.filter((component) => component !== left) },
})

const plainest = ['@method', '@target-uri', 'authorization', 'content-digest']

const uncovered = (component: string, requirement: string, on = everyOperation) =>
  refusal({
    id: `signatures/uncovered-${component.replace('@', '')}`,
    title: `A signature that does not cover ${component} is refused`,
    notices: `without-signature-covers-${component.replace('@', '')}`,
    on,
    vary: (draft) => uncovering(draft, component),
    expect: refusedAs('signature-invalid', requirement),
  })

export const uncoveredMethod = uncovered('@method', 'signature.covers.method')
export const uncoveredTargetUri = uncovered('@target-uri', 'signature.covers.target-uri')
export const uncoveredAuthorization = uncovered('authorization', 'signature.covers.authorization')
export const uncoveredContentDigest = uncovered('content-digest', 'signature.covers.content-digest', withBody)

/** Changes one byte of the signature itself; it stays well-formed base64 of the same length. */
const withOtherByte = (message: Message, place: number): Message =>
  withHeader(message, 'signature', (value) =>
    value.replace(/:([^:]*):/, (_, encoded: string) => {
      const bytes = Buffer.from(encoded, 'base64')
      const at = Math.floor(place * (bytes.length - 1))
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return `:${bytes.toString('base64')}:`
    }),
  )

export const altered = refusal({
  id: 'signatures/altered',
  title: 'A signature with one byte changed is refused',
  notices: 'without-signature-verifies',
  on: everyOperation,
  given: each(0, 0.5, 1),
  spoil: (message, place) => withOtherByte(message, place),
  expect: refusedAs('signature-invalid', 'signature.verifies'),
})

export const unknownKeyId = refusal({
  id: 'signatures/unknown-keyid',
  title: 'A signature under a key id that the server does not know is refused',
  notices: 'without-signature-keyid-known',
  on: everyOperation,
  vary: (draft) => ({ ...draft, signing: { values: { keyid: 'a-key-never-registered' } } }),
  expect: refusedAs('signature-invalid', 'signature.keyid.known'),
})

export const absentKeyId = refusal({
  id: 'signatures/absent-keyid',
  title: 'A signature without a key id is refused',
  notices: 'without-signature-keyid-known',
  on: everyOperation,
  vary: (draft) => ({ ...draft, signing: { parameters: ['created'] } }),
  expect: refusedAs('signature-invalid', 'signature.keyid.known'),
})

export const otherKeyId = refusal({
  id: 'signatures/keyid-of-another-key',
  title: "A signature under another registered key's id is refused",
  notices: 'without-signature-verifies',
  on: everyOperation,
  needs: { other: otherKey },
  vary: (draft, _, { other }) => ({ ...draft, signing: { values: { keyid: other.key.keyId } } }),
  expect: refusedAs('signature-invalid', 'signature.keyid.equals-kid'),
})

export const otherClientsKey = refusal({
  id: 'signatures/key-bound-elsewhere',
  title: "A signature by another client's key under its own id is refused",
  notices: 'without-key-bound-to-token',
  on: everyOperation,
  needs: { other: otherKeyBoundElsewhere },
  vary: (draft, _, { other }) => ({ ...draft, signing: { key: other.key } }),
  expect: refusedAs('key-bound', 'signature.key.bound'),
})

/** Forms that break RFC 8941 although one can guess the signature. */
const brokenForms = {
  'a signature without its colons': (message: Message) =>
    withHeader(message, 'signature', (value) => value.replaceAll(':', '')),
  'components without quotes': (message: Message) =>
    withHeader(message, 'signature-input', (value) =>
      value.replace(/\(([^)]*)\)/, (_, list: string) => `(${list.replaceAll('"', '')})`),
    ),
}

export const brokenForm = refusal({
  id: 'signatures/broken-form',
  title: 'Signature headers that break the syntax of structured fields are refused',
  notices: 'without-signature-structured',
  on: everyOperation,
  given: each(...(Object.keys(brokenForms) as Array<keyof typeof brokenForms>)),
  spoil: (message, form) => brokenForms[form](message),
  expect: refusedAs('malformed', 'signature.well-formed.structured-field'),
})

export const componentTwice = refusal({
  id: 'signatures/component-twice',
  title: 'A signature that covers a component twice is refused',
  notices: 'without-signature-component-unique',
  on: everyOperation,
  vary: (draft) => ({ ...draft, signing: { components: ['@method', ...plainest] } }),
  expect: refusedAs('malformed', 'signature.well-formed.no-duplicate-component'),
})

export const otherAlgorithm = refusal({
  id: 'signatures/alg-of-another-key',
  title: 'A signature whose alg is not that of its key is refused',
  notices: 'without-signature-alg-fits-key',
  on: everyOperation,
  vary: (draft) => ({
    ...draft,
    signing: { parameters: ['created', 'keyid', 'alg'], values: { alg: 'ecdsa-p384-sha384' } },
  }),
  expect: refusedAs('malformed', 'signature.well-formed.alg-fits-key'),
})
