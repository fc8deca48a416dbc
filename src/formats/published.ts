import { event } from './event.ts'
import * as events from './events/document.ts'
import { killMatrix } from './kill-matrix.ts'
import { knownFailures } from './known-failures.ts'
import * as matrix from './matrix.ts'
import * as report from './report/document.ts'
import { definitions, targetFile } from './target-file/document.ts'
import { vector, vectors } from './vectors.ts'

const named = (name: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:open-payments-conformance:${name}`,
})

/** The documents under spec/schemas that are made from descriptions in TypeScript, by the name of their file. */
export const published = {
  'target-file': { ...named('target-file:1'), ...targetFile, $defs: definitions },
  event: { ...named('event:1'), ...event },
  'known-failures': { ...named('known-failures:1'), ...knownFailures },
  events: { ...named('events:2'), ...events.event, $defs: events.definitions },
  report: { ...named('report:1'), ...report.report, $defs: report.definitions },
  matrix: { ...named('matrix:1'), ...matrix.matrix, $defs: matrix.definitions },
  'kill-matrix': { ...named('kill-matrix:1'), ...killMatrix },
  vectors: { $schema: named('').$schema, ...vectors, $defs: { vector } },
} satisfies Readonly<Record<string, object>>
