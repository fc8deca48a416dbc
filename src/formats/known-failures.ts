import { fixed, list, mapping, text } from './schema.ts'

const reason = mapping(
  { title: 'a mapping with requirement and got' },
  {
    requirement: text({ title: 'the id of a requirement', minLength: 1, examples: ['token.expired'] }),
    got: text({
      title: 'what came, as --write-known-failures writes it',
      description:
        'Shortened, with # for every number but a status, and … for URLs, which differ from run to run.',
      examples: ['status 201'],
    }),
  },
)

const failure = mapping(
  { title: 'a mapping with check, fails and until' },
  {
    check: text({
      title: 'the id of a check',
      description: 'As `op-conformance list` shows it; an id that was renamed is still known.',
      minLength: 1,
      examples: ['tokens/expired'],
    }),
    fails: list(
      {
        title: 'a list of reasons, each with requirement and got',
        description:
          'All reasons for which the check fails. Any other reason fails the run, and so does a listed reason that no longer applies.',
        minItems: 1,
      },
      reason,
    ),
    until: text({
      title: 'a date',
      description: 'The last day, in UTC, on which the check may fail.',
      format: 'date',
      examples: ['2026-12-31'],
    }),
    'link?': text({
      title: 'an absolute http or https URL',
      description: 'Where the failure is tracked.',
      format: 'uri',
      pattern: '^https?://',
      examples: ['https://issues.example/42'],
    }),
    'because?': fixed('reading', {
      title: 'the word reading',
      description:
        '`reading`: we read the interface in another way than the requirement does, and the server is right by our reading.',
      examples: ['reading'],
    }),
  },
)

/** The file that --known-failures names, version 1. */
export const knownFailures = mapping(
  {
    title: 'a mapping with version and failures',
    description:
      'Known failures, version 1: `op-conformance run --known-failures FILE` does not fail because of them, and fails if one of them does not fail as listed. --write-known-failures writes this file.',
  },
  {
    version: fixed(1, {
      title: 'the number 1',
      description: 'Version of this format. Within a version, no key is renamed or given another meaning.',
      examples: [1],
    }),
    failures: list({ title: 'a list of known failures' }, failure),
  },
)
