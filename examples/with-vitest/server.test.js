// Judges a server: each check is a test.
import { startMock } from 'open-payments-conformance'
import { conformance } from 'open-payments-conformance/vitest'
import { afterAll } from 'vitest'

// The mock takes the place of your server, for which `op-conformance init` writes a target file. With that file, this line is all
// that you need: await conformance('op-conformance.yaml')
const server = await startMock()
afterAll(() => server.close())

await conformance(server.target, { only: ['tokens', 'content-digest'] })
