import { warningHeader } from '../core/answer.ts'
import { asObject, asText, member, parsedBody } from '../core/json.ts'
import type { World } from '../state/world.ts'
import type {
  ComparedLine,
  Exchange,
  Explain,
  ExplainedFinding,
  HeaderField,
  RefusalReason,
} from './exchange.ts'
import { isRefused } from './exchange.ts'

/**
 * Explains a request that was refused, or tolerated with a warning. Uses the findings of `explain`, or else the
 * description in the refusal.
 */
export function findingsOf(exchange: Exchange, explain: Explain, world: World): readonly ExplainedFinding[] {
  const warning = warningIn(exchange)
  if (!isRefused(exchange)) return warning === undefined ? [] : [{ cause: 'lenient', says: warning }]
  const found = explain(exchange, world)
  if (found.length > 0) return found
  const refusal = exchange.refusal ?? saidIn(exchange.answerBody)
  if (!refusal) return []
  const { guard, description, expected } = refusal
  return [{ cause: guard, says: description, ...(expected !== undefined && { lines: [{ expected }] }) }]
}

/** Reads the error from the body of a response that no guard made. */
const saidIn = (answer: Uint8Array): RefusalReason | undefined => {
  const error = asObject(member(asObject(parsedBody(answer)), 'error'))
  const [guard, description] = [asText(member(error, 'code')), asText(member(error, 'description'))]
  return guard === undefined || description === undefined ? undefined : { guard, description }
}

/** The warning about what a lenient mock tolerated. */
export function warningIn({ answerHeaders }: Exchange): string | undefined {
  return answerHeaders.find(([name]) => name === warningHeader)?.[1]
}

/** A request with its response in full, as JSON. */
export interface ShownExchange extends Pick<Exchange, 'id' | 'operation' | 'cutOff' | 'broken' | 'refusal'> {
  /** The time of the response by the clock of the mock. */
  at: string
  request: { method: string; url: string; targetUri: string; headers: readonly HeaderField[] } & ShownBody
  answer: { status: number; headers: readonly HeaderField[] } & ShownBody
  /** The likeliest causes of a refusal. */
  findings: readonly ExplainedFinding[]
}

/** A body as text if it is UTF-8, otherwise in base64. */
type ShownBody = { body: string } | { base64: string }

export function shownExchange(exchange: Exchange, findings: readonly ExplainedFinding[]): ShownExchange {
  const { id, at, method, url, targetUri, headers, status, cutOff } = exchange
  const { operation, refusal, broken } = exchange
  return {
    id,
    at: new Date(at).toISOString(),
    ...(operation !== undefined && { operation }),
    request: { method, url, targetUri, headers, ...shownBytes(exchange.body) },
    answer: { status, headers: exchange.answerHeaders, ...shownBytes(exchange.answerBody) },
    cutOff,
    ...(broken !== undefined && { broken }),
    ...(refusal && { refusal }),
    findings,
  }
}

const shownBytes = (bytes: Uint8Array): ShownBody => {
  const text = textIn(bytes)
  return text === undefined ? { base64: Buffer.from(bytes).toString('base64') } : { body: text }
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Writes an exchange as plain text, problems first. Characters that a terminal would obey are shown as code points. */
export function inText(exchange: Exchange, findings: readonly ExplainedFinding[]): string {
  return harmless(
    [
      headingOf(exchange),
      ...(findings.length > 0 ? ['', 'Problems', ...findings.flatMap(findingLines)] : []),
      '',
      'Request',
      ...indented(`${exchange.method} ${exchange.url}`),
      ...messageLines(exchange.headers, exchange.body),
      '',
      'Answer',
      ...indented(String(exchange.status)),
      ...messageLines(exchange.answerHeaders, exchange.answerBody),
      '',
    ].join('\n'),
  )
}

const headingOf = ({ id, at, status, operation, refusal, broken }: Exchange): string =>
  [
    `Exchange ${id}, ${new Date(at).toISOString()}`,
    operation ?? 'no operation',
    refusal
      ? `refused with ${status} by ${[refusal.guard, refusal.requirement].filter(Boolean).join(' for ')}`
      : `answered ${status}`,
    ...(broken === undefined ? [] : [`as ordered: ${broken}`]),
  ].join(': ')

const findingLines = ({ cause, says, lines = [] }: ExplainedFinding): string[] => [
  ...indented(`${cause}: ${says}`),
  ...lines.flatMap(lineLines),
]

const lineLines = ({ received, expected }: ComparedLine): string[] =>
  received === expected
    ? [`    same      ${received ?? ''}`]
    : [
        ...(received === undefined ? [] : [`    received  ${received}`]),
        ...(expected === undefined ? [] : [`    expected  ${expected}`]),
      ]

const messageLines = (fields: readonly HeaderField[], body: Uint8Array): string[] => [
  ...fields.flatMap(([name, value]) => indented(`${name}: ${value}`)),
  ...(body.length === 0 ? [] : ['', ...indented(textIn(body) ?? `${body.length} bytes that are not UTF-8`)]),
]

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`)

/** Replaces control and direction characters, except line feed and tab. */
const harmless = (text: string): string =>
  text.replace(
    /[^\P{C}\n\t]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
