import { expect, test } from 'vitest'
import { fuzzDocuments } from './testing/fuzzing/document-fuzz.ts'
import { inOtherProcesses, inThisProcess } from './testing/fuzzing/fuzzed-commands.ts'
import { documents } from './testing/fuzzing/fuzzed-servers.ts'

/** The number of alterations. `npm run fuzz:documents` tries 10,000. */
const wanted = Number(process.env['FUZZED'] ?? 150)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const timeout = 3 * 60 * 60 * 1000

test('hostile wallet address documents and grant answers read nothing of this machine and break nothing', {
  timeout,
}, async () => {
  const begun = performance.now()
  const altered = await fuzzDocuments({ count: wanted, seed, isAimed: true }, inThisProcess())
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${wanted} in ${seconds} s, seed ${seed}; altered:`, Object.fromEntries(altered))
  // Every document was altered for some command. Few commands read the resource server.
  const seldom = documents.filter((document) => (altered.get(document) ?? 0) < 1 + wanted / 50)
  expect(seldom.filter((document) => document !== 'resource')).toEqual([])
})

test('hostile documents read and break nothing in a process of its own either', { timeout }, async () => {
  await fuzzDocuments({ count: 6 + Math.floor(wanted / 333), seed: seed + 1 }, await inOtherProcesses())
})
