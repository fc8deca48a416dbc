import { gzipSync } from 'node:zlib'
import { sealed } from '../../../../app/bundle/dsse.ts'
import type { BundledRun } from '../../../../app/bundle/statement.ts'
import { bundlesFolder, privateKey, statementWith } from '../../bundles.ts'
import { deepJson, type Foreign, manyKeys, nulls, put } from './foreign.ts'
import { recordedRun } from './recorded.ts'

const verify = { argv: ['verify-bundle', 'x.json', '--key', 'key.pub'] }

/** Runs `verify-bundle` on a file with this text. */
const bundle =
  (text: () => string | Promise<string>): Foreign['given'] =>
  async () => {
    const cwd = bundlesFolder()
    put(cwd, 'x.json', await text())
    return { ...verify, cwd }
  }

/** Signs a bundle of the altered record with the right key. */
const signed = (payload: (run: BundledRun) => Buffer): Foreign['given'] =>
  bundle(async () => sealed(payload(await recordedRun()), privateKey))

const statement = (change: (whole: Whole) => unknown) =>
  signed((run) => Buffer.from(JSON.stringify(change(JSON.parse(`${statementWith(run)}`)))))

interface Whole {
  subject: object[]
  predicate: { contents: Record<string, string> }
}

/** Replaces the contents of a file in the bundle and keeps the digest of the original. */
const content = (name: string, text: () => string) =>
  statement((whole) => {
    whole.predicate.contents[name] = text()
    return whole
  })

const report = (text: string) => signed((run) => statementWith({ ...run, 'report.json': Buffer.from(text) }))
const events = (text: string) =>
  signed((run) => statementWith({ ...run, 'events.ndjson': Buffer.from(text) }))

const noBundle = 'What is no bundle is not verified.'
const forged = 'It is not what op-conformance writes.'

export const bundles: readonly Foreign[] = [
  {
    name: 'a bundle of a run that failed',
    exits: 5,
    why: 'The bundle is genuine; its run did not pass.',
    given: signed((run) => statementWith(run)),
  },
  {
    name: 'a bundle of 50 MB of blanks',
    exits: 2,
    why: noBundle,
    given: bundle(() => ' '.repeat(50_000_000)),
  },
  { name: 'a bundle nested 100,000 deep', exits: 2, why: noBundle, given: bundle(() => deepJson) },
  { name: 'a bundle of 200,000 nulls', exits: 2, why: noBundle, given: bundle(() => nulls(200_000)) },
  { name: 'a bundle of 60,000 keys', exits: 2, why: noBundle, given: bundle(() => manyKeys(60_000)) },
  {
    name: 'a bundle whose fields are those of its __proto__',
    exits: 2,
    why: noBundle,
    given: bundle(() => '{"__proto__":{"payload":"","payloadType":"","signatures":[{"keyid":"","sig":""}]}}'),
  },
  {
    name: 'a bundle whose statement is nested 100,000 deep',
    exits: 1,
    why: forged,
    given: signed(() => Buffer.from(deepJson)),
  },
  {
    name: 'a bundle whose statement has 60,000 files',
    exits: 1,
    why: forged,
    given: statement((whole) => ({ ...whole, subject: Array(60_000).fill(whole.subject[0]) })),
  },
  {
    name: 'a bundle whose statement has a file called __proto__',
    exits: 1,
    why: forged,
    given: statement((whole) => ({
      ...whole,
      predicate: {
        ...whole.predicate,
        contents: JSON.parse(`{"__proto__":${JSON.stringify(whole.predicate.contents)}}`),
      },
    })),
  },
  {
    name: 'a bundle with files whose names are those of every object',
    exits: 1,
    why: forged,
    given: statement((whole) => ({
      ...whole,
      subject: ['constructor', 'toString', '__proto__'].map((name) => ({ ...whole.subject[0], name })),
    })),
  },
  {
    name: 'a bundle with a gzip bomb of a gibibyte',
    exits: 2,
    why: 'A file is unpacked up to 256 MiB.',
    given: content('1/report.json', bomb),
  },
  {
    name: 'a bundle with a file that is no gzip',
    exits: 2,
    why: noBundle,
    given: content('1/events.ndjson', () => 'AAAA'),
  },
  { name: 'a bundle with a report nested 100,000 deep', exits: 1, why: forged, given: report(deepJson) },
  { name: 'a bundle with a report of 60,000 keys', exits: 1, why: forged, given: report(manyKeys(60_000)) },
  {
    name: 'a bundle with a million events of no kind',
    exits: 1,
    why: forged,
    given: events('{}\n'.repeat(1_000_000)),
  },
  {
    name: 'a bundle with one event of 50 MB',
    exits: 1,
    why: forged,
    given: events(`"${'x'.repeat(50_000_000)}"\n`),
  },
  { name: 'a bundle with events nested 100,000 deep', exits: 1, why: forged, given: events(`${deepJson}\n`) },
]

/** Returns a bomb: 1 GiB that takes about 1 MiB when packed. */
function bomb(): string {
  return gzipSync(Buffer.alloc(2 ** 30)).toString('base64')
}
