import { refusedAs } from '../../../src/check/expectation.ts'
import { each } from '../../../src/check/given.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import type { Session } from '../../../src/check/session.ts'
import type { HttpRequest } from '../../../src/core/http-request.ts'
import { type Alteration, altered } from '../../../src/generate/altered.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { free, withBody } from '../../support/operations.ts'
import { plainest, withHeader } from '../signature-headers.ts'

const freeWithBody = withBody.filter(({ pays }) => !pays)

/**
 * Values that the signature is made over in place of the real component. All of the target URI is changed: scheme and
 * host may be written in another case, but the path may not. The method is not changed, because signers and verifiers
 * write it in capitals first.
 */
const otherValues = {
  '@target-uri in another case': withUrl('in another case'),
  '@target-uri cut at its end': (message: HttpRequest) => ({ ...message, url: cutBelowOrigin(message.url) }),
  'authorization in another case': withAltered('authorization', 'in another case'),
  'authorization cut at its end': withAltered('authorization', 'cut at its end'),
  'content-digest in another case': withAltered('content-digest', 'in another case'),
  'content-digest cut at its end': withAltered('content-digest', 'cut at its end'),
}

function withUrl(how: Alteration): (message: HttpRequest) => HttpRequest {
  return (message) => ({ ...message, url: altered(message.url, how) })
}

/** Cuts the URL below its origin, so that it remains a URL. */
function cutBelowOrigin(url: string): string {
  const [origin = ''] = /^[^:]+:\/\/[^/?#]*/.exec(url) ?? []
  return origin + altered(url.slice(origin.length), 'cut at its end')
}

function withAltered(header: string, how: Alteration): (message: HttpRequest) => HttpRequest {
  return (message) => withHeader(message, header, (value) => altered(value, how))
}

type OtherValue = keyof typeof otherValues

const signedOver = (draft: RequestDraft, over: (message: HttpRequest) => HttpRequest): RequestDraft => ({
  ...draft,
  signing: { components: plainest, over },
})

/**
 * Keeps an altered token that is signed over as secret as the token itself. The scheme is not part of the secret: a
 * header that begins like another one would hide only the beginning of that one.
 */
const keepingSecret =
  ({ target: { secrets } }: Session, over: (message: HttpRequest) => HttpRequest) =>
  (message: HttpRequest): HttpRequest => {
    const changed = over(message)
    const { authorization = '' } = changed.headers
    if (authorization !== message.headers['authorization'])
      secrets.push({ name: 'an altered token', value: authorization.replace(/^GNAP /i, '') })
    return changed
  }

const nearly = (id: string, title: string, detects: string, values: readonly OtherValue[], on: typeof free) =>
  refusal({
    id,
    title,
    detects,
    on,
    cases: each<OtherValue>(...values),
    mutate: (draft, value, _, session) => signedOver(draft, keepingSecret(session, otherValues[value])),
    expect: refusedAs('signature-invalid', 'signature.verifies'),
  })

export const values = nearly(
  'tampering/nearly-the-same-value',
  'A signature over a component in another case, or cut short, is refused',
  'target-uri-signed-without-case',
  [
    '@target-uri in another case',
    '@target-uri cut at its end',
    'authorization in another case',
    'authorization cut at its end',
  ],
  free,
)

export const digests = nearly(
  'tampering/nearly-the-same-digest',
  'A signature over the Content-Digest in another case, or cut short, is refused',
  'content-digest-signed-without-case',
  ['content-digest in another case', 'content-digest cut at its end'],
  freeWithBody,
)

/** Lists in Signature-Input whose order is signed. The creation time may be anywhere among the parameters. */
const otherOrders = {
  components: (input: string) =>
    input.replace(/\(("[^"]*") ([^)]*)\)/, (_, first: string, rest: string) => `(${rest} ${first})`),
  parameters: (input: string) => {
    const [created = ''] = /;created=\d+/.exec(input) ?? []
    const without = input.replace(created, '')
    return without + created === input ? without.replace(')', `)${created}`) : without + created
  },
}

export const order = refusal({
  id: 'tampering/order',
  title: 'A signature whose components or parameters were reordered after signing is refused',
  detects: 'components-signed-in-any-order',
  on: free,
  cases: each<keyof typeof otherOrders>('components', 'parameters'),
  mutate: (draft, _, __, { target }) => ({
    ...draft,
    signing: { parameters: [...new Set([...target.signing.parameters, 'created', 'keyid'] as const)] },
  }),
  tamper: (message, list) => withHeader(message, 'signature-input', otherOrders[list]),
  expect: refusedAs('signature-invalid', 'signature.verifies'),
})
