import type { Exchange, Field, Finding, Line } from './exchange.ts'
import { textIn } from './shown.ts'

/** An exchange in plain text, what is wrong first. What a terminal would obey is shown by its number. */
export function inText(exchange: Exchange, findings: readonly Finding[]): string {
  return harmless(
    [
      headingOf(exchange),
      ...(findings.length > 0 ? ['', 'What is wrong', ...findings.flatMap(findingLines)] : []),
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

const findingLines = ({ cause, says, lines = [] }: Finding): string[] => [
  ...indented(`${cause}: ${says}`),
  ...lines.flatMap(lineLines),
]

const lineLines = ({ received, expected }: Line): string[] =>
  received === expected
    ? [`    same      ${received ?? ''}`]
    : [
        ...(received === undefined ? [] : [`    received  ${received}`]),
        ...(expected === undefined ? [] : [`    expected  ${expected}`]),
      ]

const messageLines = (fields: readonly Field[], body: Uint8Array): string[] => [
  ...fields.flatMap(([name, value]) => indented(`${name}: ${value}`)),
  ...(body.length === 0 ? [] : ['', ...indented(textIn(body) ?? `${body.length} bytes that are no UTF-8`)]),
]

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`)

/** Control and direction characters, other than the end of a line and the tab. */
const harmless = (text: string): string =>
  text.replace(
    /[^\P{C}\n\t]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
