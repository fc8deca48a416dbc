import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { start } from '../../src/cli/testing/process.ts'
import { brokenIn, exitCodeAfter, recordOf, targetAt, verdictsIn } from '../testing/against-mock.ts'
import { freePort } from '../testing/free-port.ts'

const require = createRequire(import.meta.url)
const prism = require.resolve('@stoplight/prism-cli')
const document = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url))

/**
 * Requirements that Prism must break: it answers from the document alone, keeps no state, checks no signature, and its
 * ids have no segment.
 */
const mustFail = [
  'create-quote.amounts.exclusive',
  'create-quote.amounts.none',
  'create-quote.fixed-receive',
  'create-quote.fixed-send',
  'create-quote.receiver.kept',
  'create-quote.wallet-address.kept',
  'errors.404.get-incoming-payment',
  'incoming-payment.id.readable',
  'quote.id.readable',
  'right.create',
  'right.read',
  'right.wallet.create',
  'signature.covers.authorization',
  'signature.covers.content-digest',
  'signature.covers.method',
  'signature.covers.target-uri',
  'signature.digest.matches-body',
  'signature.key.bound',
  'signature.keyid.equals-kid',
  'signature.keyid.known',
  'signature.readable',
  'signature.verifies',
  'token.expired',
  'token.known',
  'token.revoked',
]

test('Prism serving our own document fails every requirement that needs state or a verified signature', async () => {
  const port = await freePort()
  const server = start(['mock', '--host', '127.0.0.1', '--port', String(port), document], {
    cwd: '/',
    command: [process.execPath, prism],
  })
  await server.says(/(Prism is listening)/)
  // Prism crashes on an id that is not UTF-8.
  const exclude = ['ids/odd-id-of-quote', 'ids/odd-id-of-incoming-payment']
  const events = await recordOf(await targetAt(`http://127.0.0.1:${port}`), { exclude })
  const broken = brokenIn(events)
  expect(mustFail.filter((requirement) => broken.get(requirement) !== 'failure')).toEqual([])
  expect(exitCodeAfter(events)).toBe(1)
  const answers = verdictsIn(events).filter(({ check }) => /^answers\/(create-quote|list-)/.test(check))
  expect(answers.map(({ verdict }) => verdict.status)).toEqual(['passed', 'passed', 'passed'])
})
