import { jsonOf } from '../../core/json.ts'
import type { Context, World } from '../../state/world.ts'
import { byId, type Defect } from '../fault.ts'
import { failingAt, tooMuch } from '../requests/too-much.ts'

// Forms of signatures that a server must accept, and forms that it may refuse, but must not fail on.

const header = ({ request }: Context, name: string): string => request.headers.get(name) ?? ''

/** Returns the label, components and parameters of the first signature, as they are written. */
const input = (context: Context) => {
  const [, label = '', components = '', parameters = ''] =
    /^([^=]*)=\(([^)]*)\)([^,]*)/.exec(header(context, 'signature-input')) ?? []
  return { label, components: components.split(' '), parameters: parameters.split(';').slice(1) }
}

const ours = ['"@method"', '"@target-uri"', '"authorization"', '"content-digest"']

/** Components that a verifier may require in addition. */
const further = ['"content-type"', '"content-length"']

const isPlain = (context: Context): boolean => {
  const { label, components, parameters } = input(context)
  const covered = components
    .filter((name) => !further.includes(name))
    .every((name, place) => name === ours[place])
  return label === 'sig1' && covered && parameters.length === 2
}

/** Returns true if the request has a body, but the signature does not cover its type and length. */
export function lacksFurther(context: Context): boolean {
  return (
    context.request.body.length > 0 &&
    header(context, 'signature-input') !== '' &&
    !further.every((name) => input(context).components.includes(name))
  )
}

const isInAnotherOrder = (context: Context): boolean => {
  const known = input(context).components.filter((name) => ours.includes(name))
  return known.join() !== ours.filter((name) => known.includes(name)).join()
}

/**
 * Normalizes percent-encoding as RFC 3986, section 6.2.2, describes: upper-case escapes, and none for unreserved
 * characters.
 */
export function usuallyEscaped(uri: string): string {
  return uri.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase()
  })
}

interface RefusedForm {
  about: string
  says: string
  isRefused: (context: Context) => boolean
}

const refused: Readonly<Record<string, RefusedForm>> = {
  'plain-signature-refused': {
    about: 'plain',
    says: 'A signature on a POST without an alg parameter is refused',
    isRefused: (context) => context.request.method === 'POST' && isPlain(context),
  },
  'plain-components-refused': {
    about: 'no-further-components',
    says: 'A signature of a request with a body is refused if it does not cover content-type and content-length',
    isRefused: lacksFurther,
  },
  'other-label-refused': {
    about: 'label',
    says: 'A signature with a label other than sig1 is refused',
    isRefused: (context) => input(context).label !== 'sig1',
  },
  'other-component-order-refused': {
    about: 'component-order',
    says: 'A signature is refused if its components are not in the order of the interface',
    isRefused: isInAnotherOrder,
  },
  'other-parameter-order-refused': {
    about: 'parameter-order',
    says: 'A signature is refused if its parameters begin with keyid',
    isRefused: (context) => input(context).parameters.at(0)?.startsWith('keyid=') ?? false,
  },
  'further-components-refused': {
    about: 'further-components',
    says: 'A signature is refused if it covers further components',
    isRefused: (context) => input(context).components.some((name) => !ours.includes(name)),
  },
  'several-signatures-refused': {
    about: 'several-signatures',
    says: 'A request with two signatures is refused',
    isRefused: (context) => header(context, 'signature').includes(','),
  },
  'split-signature-headers-refused': {
    about: 'several-signatures',
    says: 'A request whose signature headers come in several lines is refused',
    isRefused: ({ request: { headerNames = [] } }) =>
      headerNames.filter((name) => name.toLowerCase() === 'signature').length > 1,
  },
  'several-digests-refused': {
    about: 'several-digests',
    says: 'A request with two digests is refused',
    isRefused: (context) => header(context, 'content-digest').includes(','),
  },
  'digests-on-two-lines-refused': {
    about: 'several-digests',
    says: 'Two lines of Content-Digest are joined without a space, so their signature is refused',
    isRefused: ({ request: { headerNames = [] } }) =>
      headerNames.filter((name) => name.toLowerCase() === 'content-digest').length > 1,
  },
  'sha-256-refused': {
    about: 'sha-256',
    says: 'A request with only a sha-256 digest is refused',
    isRefused: (context) => /^sha-256=[^,]*$/.test(header(context, 'content-digest')),
  },
  'pretty-body-refused': {
    about: 'pretty-body',
    says: 'The server compares the digest with its own serialization of the body',
    isRefused: ({ request, json }) =>
      json !== undefined && Buffer.from(request.body).toString() !== jsonOf(json),
  },
  'chunked-body-refused': {
    about: 'chunked-body',
    says: 'Every body that is sent in chunks is refused',
    isRefused: (context) => /chunked/i.test(header(context, 'transfer-encoding')),
  },
  'unusual-escapes-refused': {
    about: 'escaped-query',
    says: 'The server normalizes the escapes in the target URI before it verifies the signature',
    isRefused: ({ request: { targetUri } }) => targetUri !== usuallyEscaped(targetUri),
  },
  'escaped-id-refused': {
    about: 'equivalent-url',
    says: 'The URL of a resource is refused if its path has unusual escapes',
    isRefused: ({ request: { targetUri } }) => {
      const [path = ''] = targetUri.split('?')
      return path !== usuallyEscaped(path)
    },
  },
  'capital-header-names-refused': {
    about: 'header-names',
    says: 'Signature headers are recognized in lower case only',
    isRefused: ({ request: { headerNames = [] } }) => !headerNames.includes('signature'),
  },
}

export const refusedSignatureFaults: readonly Defect[] = Object.entries(refused).map(
  ([id, { about, ...each }]) =>
    tooMuch({ id, ...each, breaks: `signature.accepts.${about}`, family: 'signature' }),
)

/** Returns the milliseconds of a parameter of the first signature, which is a number of seconds. */
const timeIn = (context: Context, name: string): number | undefined => {
  const seconds = new RegExp(`;${name}=(-?\\d+)`).exec(header(context, 'signature-input'))?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

const labelsIn = (field: string): string =>
  [...field.matchAll(/(?:^|, *)([a-z*][\w.*-]*)=/g)].map(([, label]) => label).join()

const hour = 3_600_000

const noncesSeen = new WeakMap<World, Set<string>>()

const isSeenAgain = (context: Context): boolean => {
  const seen = noncesSeen.get(context.world) ?? new Set()
  noncesSeen.set(context.world, seen)
  const nonce = /;nonce=("[^"]*")/.exec(header(context, 'signature-input'))?.[1]
  return nonce !== undefined && seen.size === seen.add(nonce).size
}

/** Faults of signatures that apply to every operation. */
export const openSignatureFaults: readonly Defect[] = byId(failingAt, {
  'far-created-answered-500': {
    says: 'A signature created more than an hour before or after now gets a 500',
    isRefused: (context) => {
      const now = context.world.now()
      return Math.abs((timeIn(context, 'created') ?? now) - now) > hour
    },
  },
  'passed-expires-answered-500': {
    says: 'An expired signature gets a 500',
    isRefused: (context) => (timeIn(context, 'expires') ?? Number.POSITIVE_INFINITY) < context.world.now(),
  },
  'replay-answered-500': {
    says: 'A repeated nonce gets a 500',
    isRefused: isSeenAgain,
  },
  'lone-label-answered-500': {
    says: 'A label that is in only one of the two signature headers gets a 500',
    isRefused: (context) =>
      labelsIn(header(context, 'signature')) !== labelsIn(header(context, 'signature-input')),
  },
  'several-signatures-answered-500': {
    says: 'A request with several signatures gets a 500',
    isRefused: (context) => header(context, 'signature').includes(','),
  },
})
