import { event } from './event.ts'
import { knownFailures } from './known-failures.ts'
import { definitions, targetFile } from './target-file/document.ts'

const named = (name: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:open-payments-conformance:${name}`,
})

/** The documents under spec/schemas that are made from descriptions in TypeScript, by the name of their file. */
export const published: Readonly<Record<string, object>> = {
  'target-file': { ...named('target-file:1'), ...targetFile, $defs: definitions },
  event: { ...named('event:1'), ...event },
  'known-failures': { ...named('known-failures:1'), ...knownFailures },
}
