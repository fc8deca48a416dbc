import { hash } from 'node:crypto'
import { sep } from 'node:path'
import type { Invocation, Location, Log, ReportingDescriptor, Result, WebRequest, WebResponse } from 'sarif'
import type { ExchangeEvent, RunStarted } from '../../core/events.ts'
import { exitCodeOf, type ReportOptions, weighs } from '../exit-code.ts'
import type { BrokenClaim, Finding } from '../findings/finding.ts'
import { factsOf } from '../findings/finding-facts.ts'
import { explainCommand, headOf, knownInWords } from '../findings/finding-words.ts'
import { jsonText, shown } from '../text/printable.ts'
import type { RunView } from '../view.ts'

/**
 * Formats the findings in the Static Analysis Results Interchange Format 2.1.0, which code scanners show. Each rule is
 * a requirement. Each result is a finding with its request and response, at the line of the target file that names the
 * server.
 */
export function sarif(view: RunView, options: ReportOptions): string {
  const rules = rulesOf(view.findings)
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]))
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'op-conformance', version: view.run.harness, rules } },
        automationDetails: { id: `op-conformance/${view.run.profile}/` },
        invocations: [invocationOf(view, options)],
        columnKind: 'utf16CodeUnits',
        results: view.findings.map((finding) => ({
          ...resultOf(finding, view, options),
          ruleIndex: indexOf.get(finding.requirement) ?? -1,
        })),
      },
    ],
  }
  return jsonText(log)
}

const rulesOf = (findings: readonly Finding[]): ReportingDescriptor[] =>
  [...new Map(findings.map((finding) => [finding.requirement, finding])).values()].map(ruleOf)

const ruleOf = ({ requirement, level, says, reading }: BrokenClaim): ReportingDescriptor => ({
  id: requirement,
  shortDescription: messageOf(says),
  fullDescription: messageOf(reading === undefined ? says : `${says} ${reading}`),
  help: messageOf(`${level}. See: ${explainCommand(requirement).command}`),
  defaultConfiguration: { level: level === 'MUST' ? 'error' : level === 'SHOULD' ? 'warning' : 'note' },
  properties: { tags: [level] },
})

const invocationOf = (view: RunView, options: ReportOptions): Invocation => {
  const exitCode = exitCodeOf(view, options)
  return { executionSuccessful: exitCode === 0 || exitCode === 1, exitCode, startTimeUtc: view.run.at }
}

const resultOf = (finding: Finding, view: RunView, options: ReportOptions): Result => {
  const { requirement, occurrences, grade } = finding
  const [first] = occurrences
  const facts = factsOf(finding, first, view, options).map(
    ({ name, text }) => `${name}: ${shown(text, 1000)}`,
  )
  const exchange = view.exchanges.get(first.exchange)
  const known = knownInWords(options, first.check)
  return {
    ruleId: requirement,
    kind: 'fail',
    level: weighs(options)(finding) ? 'error' : grade === 'warning' ? 'warning' : 'note',
    message: messageOf([shown(headOf(finding), 1000), `check: ${shown(first.check)}`, ...facts].join('\n')),
    locations: [locationOf(view.run, exchange)],
    partialFingerprints: { 'finding/v1': fingerprintOf(finding) },
    ...(known === undefined ? {} : { suppressions: [{ kind: 'external', justification: known } as const] }),
    ...(exchange ? { webRequest: webRequestOf(exchange), webResponse: webResponseOf(exchange) } : {}),
  }
}

/**
 * Escapes brackets, which make links in a message, and braces, which are placeholders (SARIF 2.1.0, 3.11.5 and 3.11.6).
 */
const messageOf = (text: string): { text: string } => ({
  text: text.replace(/[[\]]/g, '\\$&').replace(/[{}]/g, '$&$&'),
})

/** Points at the line of the target file, and names the operation. */
const locationOf = ({ target }: RunStarted, exchange: ExchangeEvent | undefined): Location => ({
  ...(target.file === undefined
    ? {}
    : {
        physicalLocation: {
          // The path is relative to the root of the repository if the run was started there.
          artifactLocation: { uri: target.file.split(sep).map(segmentOf).join('/'), uriBaseId: '%SRCROOT%' },
          region: { startLine: target.line ?? 1 },
        },
      }),
  logicalLocations: [{ name: exchange?.operation ?? shown(target.name), kind: 'resource' }],
})

/** A path may contain bytes that are not text. They are replaced before the path is encoded. */
const segmentOf = (name: string): string => encodeURIComponent(Buffer.from(name).toString())

/** Computes a fingerprint that is the same for the same cause in every run. */
const fingerprintOf = ({ requirement, shape, occurrences: [{ check }] }: Finding): string =>
  hash('sha256', JSON.stringify([requirement, shape, check]))

const webRequestOf = ({ request: { method, url, headers, body } }: ExchangeEvent): WebRequest => ({
  protocol: 'HTTP',
  version: '1.1',
  method,
  target: url,
  headers,
  ...(body === undefined ? {} : { body: { text: body } }),
})

const webResponseOf = ({ response, failure }: ExchangeEvent): WebResponse =>
  response
    ? {
        protocol: 'HTTP',
        version: '1.1',
        statusCode: response.status,
        headers: response.headers,
        body: { text: response.body },
      }
    : { noResponseReceived: true, ...(failure ? { reasonPhrase: failure.code } : {}) }
