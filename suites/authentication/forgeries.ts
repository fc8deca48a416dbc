import { type ForgedInput, type Forgery, loadForgeries } from '../../src/catalogue/forgeries.ts'
import { eachInTurn, type Given } from '../../src/check/cases/given.ts'
import { type Expectation, refusedAs } from '../../src/check/expectation.ts'
import type { Session } from '../../src/check/session.ts'
import type { HttpRequest } from '../../src/core/http-request.ts'
import { forged } from '../../src/generate/forged.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { bodyOf } from '../../src/http/request/message.ts'
import { requiredComponents, withHeader } from './signature-headers.ts'

/** The part of a check that comes from the dictionary. Its cases are the ids of the entries. */
interface FromDictionary {
  forgeries: readonly Forgery[]
  cases: Given<string>
  expect: Expectation
}

/** Takes classes of forgeries of one input. The operations of the check share them in each run. */
export function forgeriesOf(input: ForgedInput, classes: readonly string[]): FromDictionary {
  const forgeries = loadForgeries().filter((one) => one.input === input && classes.includes(one.class))
  const [first] = forgeries
  if (!first) throw new Error(`spec/forgeries.yaml has no ${classes.join(', ')} of ${input}`)
  const { row, requirement } = first
  const other = forgeries.find((one) => one.row !== row || one.requirement !== requirement)
  if (other) throw new Error(`${other.class} of ${input} is judged by another row than ${first.class}`)
  const cases = eachInTurn(...forgeries.map(({ id }) => id))
  return { forgeries, cases, expect: refusedAs(row, requirement) }
}

export function forgeryOf(input: ForgedInput, id: string): Forgery {
  const found = loadForgeries().find((one) => one.input === input && one.id === id)
  if (!found) throw new Error(`spec/forgeries.yaml has no ${input} "${id}"`)
  return found
}

/** Replaces a header of a signed message by a forgery of it. */
export function withForgedHeader(
  message: HttpRequest,
  header: string,
  input: ForgedInput,
  id: string,
): HttpRequest {
  return withHeader(message, header, (value) => forged(forgeryOf(input, id), value))
}

/**
 * Sends the request unchanged, with a signature over a forgery of one component. A changed token is kept as secret as the
 * token itself.
 */
export async function signedOverForged(
  input: 'method' | 'authorization' | 'content-digest' | 'target-uri',
  { target: { secrets, tokens } }: Session,
  draft: RequestDraft,
  id: string,
): Promise<RequestDraft> {
  const body = bodyOf(draft)
  const other = [tokens.readOnly, tokens.writeOnly].find((token) => token && token !== draft.token)
  const token = await other?.value()
  const from = { ...(body && { body }), ...(token !== undefined && { token }) }
  const wrong = (right: string): string => forged(forgeryOf(input, id), right, from)
  const over = (message: HttpRequest): HttpRequest => {
    if (input === 'method') return { ...message, method: wrong(message.method) }
    if (input === 'target-uri') return { ...message, url: wrong(message.url) }
    const changed = withHeader(message, input, wrong)
    // The scheme is no part of the secret: a header that begins like another one would hide only its own beginning.
    const value = (changed.headers[input] ?? '').replace(/^GNAP +/i, '')
    if (input === 'authorization' && value !== token) secrets.push({ name: 'an altered token', value })
    return changed
  }
  return { ...draft, signing: { components: requiredComponents, over } }
}
