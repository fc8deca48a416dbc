import type { Answer } from '../../core/answer.ts'
import { asObject, asText, jsonOf, member } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Context } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

const page = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>\n`

const withType = (answer: Answer, type: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': `${type}; charset=utf-8` },
})

const asHtml = (answer: Answer, title: string): Answer => ({
  ...withType(answer, 'text/html'),
  text: page(title),
})

const wholeOf = ({ text, body }: Answer): Buffer => Buffer.from(text ?? jsonOf(body))

/** Announces more or fewer bytes than the body has, and closes the connection at its end. */
const announcing = (answer: Answer, more: number): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    connection: 'close',
    'content-length': String(wholeOf(answer).length + more),
  },
})

/** Sends half of the body that it announces. */
const cut = (answer: Answer): Answer => {
  const whole = wholeOf(answer)
  const half = whole.subarray(0, whole.length / 2).toString()
  const part = { ...withType(answer, 'application/json'), text: half }
  return announcing(part, whole.length - Buffer.byteLength(half))
}

const asPlainText = (answer: Answer): Answer => withType(answer, 'text/plain')

const trace = [
  "TypeError: Cannot read properties of undefined (reading 'wallet')",
  '    at admit (/srv/app/dist/guards.js:41:17)',
  '    at Layer.handle (/srv/app/node_modules/router/lib/layer.js:152:17)',
].join('\n')

const refusalFaults: readonly Defect[] = faultsBy('answers', 'refused', {
  'refusals-in-html': {
    breaks: 'errors.body-json',
    says: 'Refusals are HTML pages',
    gives: (whole, { description }) => asHtml(whole, description),
  },
  'refusals-cut-off': {
    breaks: 'errors.body-json',
    says: 'The connection is closed in the middle of the body of a refusal',
    gives: (whole) => cut(whole),
  },
  'refusals-with-stack-trace': {
    breaks: 'errors.no-stack-trace',
    says: 'Refusals contain a stack trace',
    gives: (whole, { guard }) => ({ ...whole, body: { error: { code: guard, description: trace } } }),
  },
  'refusals-under-text-plain': {
    breaks: 'errors.json-media-type',
    says: 'The JSON bodies of refusals are sent as text/plain',
    gives: asPlainText,
  },
})

const plainTextFault: Defect = {
  id: 'json-under-text-plain',
  breaks: 'service.json-media-type',
  says: 'Every JSON body is sent as text/plain',
  override: ({ answers: { answered, refused } }) => ({
    answers: {
      answered: (answer, of) => asPlainText(answered(answer, of)),
      refused: (refusal) => asPlainText(refused(refusal)),
    },
  }),
}

const resourceBodyFaults: readonly Defect[] = faultsBy('answers', 'answered', {
  'json-under-a-further-type': {
    breaks: 'service.media-type.application-json',
    says: 'Resources and pages are sent as application/vnd.payments+json',
    gives: (whole) => withType(whole, 'application/vnd.payments+json'),
  },
  'content-length-too-large': {
    breaks: 'service.bodies-are-json',
    says: 'A response announces one byte more than it has',
    gives: (whole) => announcing(whole, 1),
  },
  'content-length-too-small': {
    breaks: 'service.bodies-are-json',
    says: 'A response announces one byte less than it has',
    gives: (whole) => announcing(whole, -1),
  },
})

export function bodyFaults(operations: readonly OperationId[]): Defect[] {
  return [
    ...refusalFaults,
    plainTextFault,
    ...resourceBodyFaults,
    ...operations.map((operation) =>
      faultBy('answers', 'answered', {
        id: `${operation}-answered-in-part`,
        breaks: 'service.bodies-are-json',
        says: `The connection is closed in the middle of the response to ${operation}`,
        operations: [operation],
        gives: (whole, _answer, of) => (of === operation ? cut(whole) : whole),
      }),
    ),
    ...operations.map((operation) =>
      faultBy('answers', 'answered', {
        id: `${operation}-answered-in-html`,
        breaks: 'service.bodies-are-json',
        says: `${operation} returns an HTML page`,
        operations: [operation],
        gives: (whole, _answer, of) => (of === operation ? asHtml(whole, 'Here you are') : whole),
      }),
    ),
  ]
}

const operations = [
  'create-quote',
  'create-outgoing-payment',
  'create-incoming-payment',
] as const satisfies readonly OperationId[]

const amounts = ['debitAmount', 'receiveAmount', 'incomingAmount']

/** Returns true for decimal digits that only a parser with Unicode support reads as a number. */
const isInOtherDigits = (value: unknown): boolean => /^(?!\d+$)\p{Nd}+$/u.test(asText(value) ?? '')

const hasOtherDigits = ({ json }: Context): boolean =>
  amounts.some((name) => isInOtherDigits(member(asObject(member(asObject(json), name)), 'value')))

/** Faults of a parser that accepts the digits of every script. Each affects one operation. */
export function otherScriptFaults(served: readonly OperationId[]): Defect[] {
  return operations
    .filter((operation) => served.includes(operation))
    .map((operation) => ({
      id: `${operation}:amount-in-other-digits`,
      breaks: 'amount.sent.value.uint64',
      says: `${operation} accepts the digits of every script as numbers`,
      without: ['amount-value-uint64'],
      while: (context) => context.operation === operation && hasOtherDigits(context),
    }))
}
