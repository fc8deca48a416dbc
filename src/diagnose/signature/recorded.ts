import type { RecordedRequest, RecordedSigning } from '../../core/events.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { baseText, whyNoBase } from './base.ts'
import { digestFlaw } from './digest.ts'
import { toBeCovered } from './well-formed.ts'

/** The explanation that a record allows. Digests stand for the signature itself and for the token in it. */
interface RecordedExplanation {
  /** The base that was signed, or undefined if the request was sent unsigned. */
  signed?: string
  /** The base of what was sent, or undefined if there is none. */
  received?: string | undefined
  /** A sentence, or undefined if nothing is wrong that can be seen without signature and token. */
  flaw?: string
}

export function explainRecorded(request: RecordedRequest): RecordedExplanation {
  const { signing, altered = [] } = request
  if (!signing) return { flaw: 'The request was sent unsigned.' }
  const message = messageOf(request)
  const components = componentsOf(signing)
  const parameters = signing.base.split('\n').at(-1)?.replace('"@signature-params": ', '') ?? ''
  const noBase = whyNoBase(message, components)
  const received = baseText(message, components, parameters)
  const flaw =
    (noBase && `The signature ${noBase}.`) ??
    difference(signing.base, received ?? '') ??
    uncovered(message, signing) ??
    ended(digestFlaw(message)) ??
    changed(altered)
  return { signed: signing.base, received, ...(flaw ? { flaw } : {}) }
}

export function messageOf({ method, url, headers, body }: RecordedRequest): HttpRequest {
  return { method, url, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) }
}

/** Returns the components with their quotes and parameters, which only the base has. */
const componentsOf = ({ base }: RecordedSigning): string[] =>
  base
    .split('\n')
    .slice(0, -1)
    .map((line) => /^("[^"]*"(?:;[a-z]+(?:="[^"]*")?)*): /.exec(line)?.[1] ?? line)

const difference = (signed: string, received: string): string | undefined => {
  const lines = received.split('\n')
  const [was, at] =
    signed
      .split('\n')
      .map((line, at) => [line, at] as const)
      .find(([line, at]) => line !== lines[at]) ?? []
  if (was === undefined || at === undefined) return undefined
  return `The signed request differs from the sent request: ${was} when it was signed, ${lines[at]} when it was sent.`
}

const uncovered = (message: HttpRequest, { components }: RecordedSigning): string | undefined => {
  const covered = components.map((component) => component.replaceAll('"', ''))
  const wanted = toBeCovered(message, 'authorization' in message.headers)
  const missing = wanted.find((name) => !covered.includes(name))
  return missing && `The signature does not cover "${missing}".`
}

const ended = (flaw: string | undefined): string | undefined => flaw && `${flaw}.`

const changed = (altered: readonly string[]): string | undefined =>
  altered.length === 0 ? undefined : `Changed after it was signed: ${altered.join(', ')}.`
