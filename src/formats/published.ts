import { definitions, targetFile } from './target-file/document.ts'

/** The documents under spec/schemas that are made from descriptions in TypeScript, by the name of their file. */
export const published: Readonly<Record<string, object>> = {
  'target-file': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:open-payments-conformance:target-file:1',
    ...targetFile,
    $defs: definitions,
  },
}
