import type { ExchangeEvent } from '../../core/events.ts'
import { receivedIn } from '../../core/verdict.ts'
import { serverWords } from '../../http/answers/server-words.ts'
import type { Strictness } from '../exit-code.ts'
import type { RunView } from '../view.ts'
import type { BrokenClaim, ExchangesByNumber, Finding, Occurrence } from './finding.ts'
import {
  givenInWords,
  knownInWords,
  levelInWords,
  repetitionInWords,
  sentenceOf,
  trailInWords,
  whereTheyDiffer,
} from './finding-words.ts'
import { authServerPresent } from './findings.ts'
import { requestShape, withoutCase } from './request-shape.ts'

/** A fact that a report states about a finding. */
export interface FindingFact {
  name: string
  text: string
  /** Set if the words come from the catalogue, so that the target has no influence on them. */
  ours: boolean
}

/** Returns everything that is known about one occurrence of a finding. */
export function factsOf(
  claim: BrokenClaim,
  occurrence: Occurrence,
  { run, exchanges }: Pick<RunView, 'run' | 'exchanges'>,
  strictness: Pick<Strictness, 'known'>,
): FindingFact[] {
  const exchange = exchanges.get(occurrence.exchange)
  const { reading, disputed, inferred } = claim
  const { want, got } = whereTheyDiffer(occurrence.want, received(occurrence, exchange))
  const facts = [
    wire('sent', exchange && `${exchange.request.method} ${exchange.request.url}`),
    wire('with', withWhat(occurrence, exchange)),
    wire('subject', occurrence.subject),
    wire('sent by', exchange && exchange.check !== occurrence.check ? exchange.check : undefined),
    wire('resource', occurrence.resource),
    wire('before', exchangeLine(exchanges.get(occurrence.earlier))),
    wire('expected', want),
    wire('received', got),
    wire('case', receivedIn(occurrence.got)[1]),
    wire('said', wordsOf(exchange)),
    wire('repeated', repeatedInWords(occurrence)),
    wire('known', knownInWords(strictness, occurrence.check)),
    words('inferred', inferred ? reading : undefined),
    wire('inferred', underNames(claim, run.profile)),
    words('disputed', disputed?.join(' / ')),
  ].flat()
  return facts.map((fact) => ({ ...fact, text: relativeTo(run.target.baseUrl, fact.text) }))
}

/** Leaves the base URL out of URLs below it. The head of every report has it. */
const relativeTo = (baseUrl: string, text: string): string =>
  text.replaceAll(`${baseUrl.replace(/\/$/, '')}/`, '/')

/** Describes the result of repeating a check. If it passed, the words say what was different before it failed. */
const repeatedInWords = ({ repetition, trail = [] }: Occurrence): string | undefined =>
  repetition && [repetitionInWords(repetition), ...trail.slice(0, 1).map(trailInWords)].join('; ')

const words = (name: string, text = ''): FindingFact[] => (text === '' ? [] : [{ name, text, ours: true }])
const wire = (name: string, text = ''): FindingFact[] => (text === '' ? [] : [{ name, text, ours: false }])

/**
 * Returns further facts of a finding, at most `most` of each sort: the kinds of values, the operations, the other checks
 * and the other requirements that it breaks, requests of other kinds, and checks that could not pass because of it.
 */
export function furtherOf(
  finding: Finding,
  view: Pick<RunView, 'exchanges' | 'checks'>,
  most?: number,
): FindingFact[] {
  return [
    wire('values', finding.shape?.includes('; ') ? finding.shape : undefined),
    wire('on', operationsInWords(finding, view, most)),
    ...examplesOf(finding, view.exchanges, most).map((line) => wire('example', line)),
    wire('also', listed(otherTitles(finding), most, '; ')),
    wire(
      'so also',
      listed(
        finding.symptoms.map(({ says }) => sentenceOf(says)),
        most,
        '; ',
      ),
    ),
    wire('so also', dependantsInWords(finding, most)),
  ].flat()
}

/** Lists the operations that a finding is about, if they are several. */
const operationsInWords = (
  { occurrences }: Finding,
  { exchanges, checks }: Pick<RunView, 'exchanges' | 'checks'>,
  most?: number,
): string | undefined => {
  const all = occurrences.map(({ subject, exchange }) => subject ?? exchanges.get(exchange)?.operation)
  const operations = [...new Set(all)].filter((operation) => operation !== undefined)
  const tried = checks.find(({ id }) => id === occurrences[0].check)?.operations ?? []
  if (operations.length > 2 && tried.every((operation) => operations.includes(operation)))
    return `all ${operations.length} operations that were tried`
  return operations.length > 1 ? listed(operations, most) : undefined
}

const otherTitles = ({ occurrences: [first, ...others] }: Finding): string[] => [
  ...new Set(others.filter(({ check }) => check !== first.check).map(({ title }) => title)),
]

/**
 * Names at most `most` of the checks that could not pass because of the finding, or returns undefined if there are
 * none.
 */
export function dependantsInWords({ dependants }: Finding, most?: number): string | undefined {
  const named = listed(
    dependants.map(({ check, status }) => `${check} (${status})`),
    most,
  )
  return named && `because of it ${named}`
}

const listed = (texts: readonly string[], most = texts.length, separator = ', '): string | undefined => {
  if (texts.length === 0) return undefined
  // One more text takes no more room than the words "and 1 more".
  const shown = texts.length === most + 1 ? texts : texts.slice(0, most)
  const more = texts.length - shown.length
  return `${shown.join(separator)}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Describes what is particular about a request: the case, the circumstances, the token, its signing, and what was
 * changed after signing.
 */
function withWhat(occurrence: Occurrence, exchange: ExchangeEvent | undefined): string {
  const { given, circumstances = [] } = occurrence
  const { token } = exchange?.request ?? {}
  const isOfToken = typeof given === 'string' && token?.includes(given)
  return [isOfToken ? '' : givenInWords(occurrence), ...circumstances, withoutCase(exchange)]
    .filter((part) => part !== '')
    .join('; ')
}

/** Returns `got`, followed by the status of the response if `got` does not mention it. */
export function received(occurrence: Occurrence, exchange: ExchangeEvent | undefined): string {
  const [got] = receivedIn(occurrence.got)
  const status = exchange?.response?.status
  return status === undefined || got.includes(`status ${status}`) ? got : `${got} (status ${status})`
}

/** Returns one line of the server's explanation if it did not carry out the request (status 300 or above). */
export function wordsOf(exchange: ExchangeEvent | undefined): string | undefined {
  const { status = 0, body = '', headers = {} } = exchange?.response ?? {}
  return status < 300 ? undefined : serverWords(body, headers['www-authenticate'])
}

/** Describes the exchange that set the expectation for a later one, in one line. */
function exchangeLine(exchange: ExchangeEvent | undefined): string | undefined {
  return (
    exchange &&
    `${exchange.request.method} ${exchange.request.url}, exchange ${exchange.number}, was answered with ${
      exchange.response ? `status ${exchange.response.status}` : (exchange.failure?.code ?? 'nothing')
    }`
  )
}

/**
 * Returns the other places where a finding shows. A further observation by the same rule without a subject is not
 * another place.
 */
export function otherPlaces({ occurrences: [first, ...others] }: BrokenClaim): Occurrence[] {
  return others.filter(({ check, subject }) => check !== first.check || subject !== undefined)
}

/** Returns a line for each other claim that the same cause breaks. */
export function symptomLines({ symptoms }: Finding, most = symptoms.length): string[] {
  const lines = symptoms
    .slice(0, most)
    .map((claim) => ({ ...claim, level: levelInWords(claim) }))
    .map(({ level, requirement, want, got }) => `${level} ${requirement}: expected ${want}; received ${got}`)
  return symptoms.length > most ? [...lines, `and ${symptoms.length - most} more`] : lines
}

/**
 * Names the query parameters or members, filled in by the profile, that a finding depends on. Returns undefined if
 * there are none.
 */
export function underNames(
  { requirement, profileNames: names }: BrokenClaim,
  profile: string,
): string | undefined {
  const key = requirement === authServerPresent ? 'profileOverrides.publicAuthServer' : 'profileOverrides'
  return names.length === 0
    ? undefined
    : `under ${names.join(', ')}, as profile ${profile} names it; if your server uses a different name, set it in ${key}`
}

/** Returns one line for each further kind of request in which a finding shows, at most `most`. */
export function examplesOf(
  { occurrences }: BrokenClaim,
  exchanges: ExchangesByNumber,
  most = occurrences.length,
): string[] {
  const kinds = new Map<string, { line: string; about: string }>()
  for (const occurrence of occurrences) {
    const exchange = exchanges.get(occurrence.exchange)
    if (!exchange?.response || exchange.response.status < 300) continue
    const shape = requestShape(occurrence, exchange)
    if (!kinds.has(shape))
      kinds.set(shape, { line: exampleOf(occurrence, exchange), about: aboutOf(exchange) })
  }
  const [first, ...others] = kinds.values()
  const known = new Set([first?.about])
  const isNew = ({ about }: { about: string }): boolean => !known.has(about) && Boolean(known.add(about))
  const telling = others.filter(isNew)
  const rest = others.filter((other) => !telling.includes(other))
  return [...telling, ...rest].slice(0, most).map(({ line }) => line)
}

/**
 * Groups requests by what may be wrong with them. One example of each group comes before further examples of the same
 * group.
 */
const aboutOf = ({ request: { token, signing, altered } }: ExchangeEvent): string => {
  if (token === undefined) return 'no token'
  if (token !== 'tokens.full') return 'token'
  return !signing || altered || signing.key !== 'signing' ? 'signature' : 'request'
}

const exampleOf = (occurrence: Occurrence, exchange: ExchangeEvent): string => {
  const { request, check, operation } = exchange
  const besides = withWhat(occurrence, exchange)
  const words = wordsOf(exchange)
  return [
    `${request.method} ${operation ?? request.url}${besides === '' ? '' : `, ${besides}`} (${check})`,
    `${received(occurrence, exchange)}${words === undefined ? '' : `: ${words}`}`,
  ].join(': ')
}
