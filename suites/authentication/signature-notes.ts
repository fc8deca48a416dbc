import { each, eachInTurn } from '../../src/check/cases/given.ts'
import { claimsOf, judgeRefusal, leftOpen } from '../../src/check/expectation.ts'
import { onEach } from '../../src/check/kinds/on-each.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { HttpRequest } from '../../src/core/http-request.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { free } from '../support/operations.ts'
import { withHeader, withOtherByte } from './signature-headers.ts'

// The server may accept what the interface leaves open, and would then pay. These checks use requests that cost
// nothing.

/** Creation times, in seconds from now. */
const ages = {
  'a year ago': -31_536_000,
  'a day ago': -86_400,
  'ten minutes ago': -600,
  'five minutes ahead': 300,
  'a day ahead': 86_400,
}

export const age = refusal({
  id: 'signature-notes/age',
  title: 'How the server treats a signature created far in the past or in the future',
  detects: 'far-created-answered-500',
  on: free,
  cases: eachInTurn(...(Object.keys(ages) as Array<keyof typeof ages>)),
  mutate: (draft, when) => ({
    ...draft,
    signing: { parameters: ['created', 'keyid'], values: { created: ages[when] } },
  }),
  expect: leftOpen('signature.age'),
})

export const expires = refusal({
  id: 'signature-notes/expires',
  title: 'How the server treats a signature whose expires time has passed',
  detects: 'passed-expires-answered-500',
  on: free,
  cases: each('five minutes ago'),
  mutate: (draft) => ({
    ...draft,
    signing: { parameters: ['created', 'expires', 'keyid'], values: { created: -600, expires: -300 } },
  }),
  expect: leftOpen('signature.expires'),
})

const again = leftOpen('signature.replay', () => 'accepted again')

export const replay = onEach({
  id: 'signature-notes/replay',
  title: 'How the server treats the same signed request when it is sent twice',
  detects: 'replay-answered-500',
  on: free,
  claims: (profile) =>
    claimsOf(
      again,
      profile,
      free.map(({ operation }) => operation),
    ),
  cost: () => ({ requests: 3, accepted: 3 }),
  run: async (session, whole, _, anew) => {
    // The nonce makes the request differ from any other of the same second.
    const parameters = [...new Set([...session.target.signing.parameters, 'nonce'] as const)]
    const draft: RequestDraft = { ...whole, signing: { parameters } }
    const batch = session.controls.open()
    let sent: HttpRequest | undefined
    const first = await session.send(draft, (message) => {
      sent = message
      return message
    })
    session.controls.take(first, [batch])
    if (!isAccepted(first)) return
    const second = await session.send(draft, (message) => sent ?? message)
    for (const seen of judgeRefusal(again, session, draft, second, batch)) session.observe(seen)
    await session.controls.send(await anew(), [batch])
  },
})

/** Members that are in one of the two headers only. */
const loneMembers = {
  'signature-input': 'lone=("@method");created=1;keyid="lone"',
  signature: `lone=:${Buffer.alloc(64).toString('base64')}:`,
}

export const loneLabel = refusal({
  id: 'signature-notes/label-without-signature',
  title: 'How the server treats a label in only one of the two headers',
  detects: 'lone-label-answered-500',
  on: free,
  cases: each<keyof typeof loneMembers>('signature-input', 'signature'),
  tamper: (message, name) => withHeader(message, name, (value) => `${value}, ${loneMembers[name]}`),
  expect: leftOpen('signature.label-without-signature'),
})

/** The flaw of the copy that stands beside the good signature, and the label of the copy. */
const flaws = {
  'one byte changed': {
    label: 'broken',
    input: (input: string) => input,
    signature: (value: string) => withOtherByte(value, 0.5),
  },
  // The last member of a label is the one that counts (RFC 8941, section 3.2).
  'one byte changed, under the same label': {
    label: undefined,
    input: (input: string) => input,
    signature: (value: string) => withOtherByte(value, 0.5),
  },
  'an unknown key id': {
    label: 'broken',
    input: (input: string) => input.replace(/;keyid="(?:[^"\\]|\\.)*"/, ';keyid="a-key-never-registered"'),
    signature: (value: string) => value,
  },
  'a header that is not there': {
    label: 'broken',
    input: (input: string) => input.replace('(', '("x-not-there" '),
    signature: (value: string) => value,
  },
}

type NotedFlaw = keyof typeof flaws

const cases = (Object.keys(flaws) as NotedFlaw[]).flatMap((flaw) =>
  (['before', 'after'] as const).map((place) => ({ flaw, place })),
)

/** The good member with a broken copy of it before or after it. */
const beside = (
  good: string,
  label: string | undefined,
  breaking: (value: string) => string,
  place: 'before' | 'after',
): string => {
  const broken = breaking(label === undefined ? good : `${label}=${good.slice(good.indexOf('=') + 1)}`)
  return place === 'before' ? `${broken}, ${good}` : `${good}, ${broken}`
}

export const brokenBesideGood = refusal({
  id: 'signature-notes/broken-beside-good',
  title: 'How the server treats a broken signature next to a valid signature',
  detects: 'several-signatures-answered-500',
  on: free,
  cases: eachInTurn(...cases),
  tamper: (message, { flaw, place }) => {
    const { label, input, signature } = flaws[flaw]
    const withInput = withHeader(message, 'signature-input', (value) => beside(value, label, input, place))
    return withHeader(withInput, 'signature', (value) => beside(value, label, signature, place))
  },
  expect: leftOpen('signature.broken-beside-good'),
})
