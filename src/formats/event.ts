import { fixed, list, mapping, type Static, text } from './schema.ts'

const path = { title: 'a path', minLength: 1 }
const duration = { title: 'a duration', pattern: '^[0-9]+(ms|s|m)$' }

const target = mapping(
  { title: 'a mapping with file or report', oneOf: [{ required: ['file'] }, { required: ['report'] }] },
  {
    'name?': text({
      title: 'a text',
      description:
        'Name of the column, and of the folder of its report. Default: the name of the target file, or of its folder if it is called op-conformance.yaml.',
      minLength: 1,
      maxLength: 40,
      examples: ['Alpha'],
    }),
    'file?': text({
      ...path,
      description: 'The target file, from the folder of this file on.',
      examples: ['alpha/op-conformance.yaml'],
    }),
    'report?': text({
      ...path,
      description: 'The report.json of a run that is over, instead of a target file. Nothing is sent to it.',
      examples: ['beta/report.json'],
    }),
    'limit?': text({ ...duration, description: 'How long this target may take.', examples: ['10m'] }),
  },
)

/** The file that describes an interop event for `op-conformance matrix`, version 1. */
export const event = mapping(
  {
    title: 'a mapping with version and targets',
    description: 'An interop event, version 1: `op-conformance matrix FILE` judges its targets side by side.',
  },
  {
    version: fixed(1, {
      title: 'the number 1',
      description: 'Version of this format. Within a version, no key is renamed or given another meaning.',
      examples: [1],
    }),
    'name?': text({
      title: 'a text',
      description: 'Title of the page.',
      minLength: 1,
      examples: ['Interop day'],
    }),
    'limit?': text({
      ...duration,
      description: 'How long one target may take. --limit has priority.',
      examples: ['20m'],
    }),
    targets: list(
      {
        title: 'a list of targets',
        description: 'Whoever takes part with a server, in the order of the columns.',
        minItems: 1,
        maxItems: 100,
      },
      target,
    ),
    'clients?': list(
      {
        title: 'a list of paths',
        description: 'The report.json of each client that took part by `op-conformance mock --judge-client`.',
      },
      text({ ...path, examples: ['reports/client/report.json'] }),
    ),
  },
)

/** The file after validation by its published schema. */
export type EventFile = Static<typeof event>
