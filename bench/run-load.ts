import { subscribe } from 'node:diagnostics_channel'
import { performance } from 'node:perf_hooks'
import { Agent, type Dispatcher } from 'undici'
import { judge } from '../src/app/run/judge-server.ts'
import type { TargetContents } from '../src/target-file/contents.ts'
import { answer } from './child.ts'

/** The cost of a whole run. */
export interface Took {
  requests: number
  /** Milliseconds of wall clock, and of processor time on all cores. */
  milliseconds: number
  processor: number
}

export type Asked =
  | { do: 'run'; target: TargetContents; concurrency: number }
  | { do: 'replay'; concurrency: number }

/** Requests as they went over the wire in the last run, signed. */
let sent: Dispatcher.RequestOptions[] = []

interface Created {
  request: { origin: string; path: string; method: Dispatcher.HttpMethod; headers: string[]; body: unknown }
}

subscribe('undici:request:create', (message) => {
  // The message has the shape that undici documents for this channel.
  const { origin, path, method, headers, body } = (message as Created).request
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  sent.push({ origin, path, method, headers, body: isWhole ? body : null })
})

const took = async (work: () => Promise<number>): Promise<Took> => {
  const [begun, processor] = [performance.now(), process.cpuUsage()]
  const requests = await work()
  const { user, system } = process.cpuUsage(processor)
  return { requests, milliseconds: performance.now() - begun, processor: (user + system) / 1000 }
}

const run = async (target: TargetContents, concurrency: number): Promise<number> => {
  sent = []
  let requests = 0
  const { exitCode } = await judge(target, {
    concurrency,
    onEvent: ({ type }) => {
      if (type === 'exchange') requests++
    },
  })
  if (exitCode !== 0) throw new Error(`the run against the mock ended with ${exitCode}`)
  return requests
}

/** Milliseconds to wait for a response. */
const patience = 2000

/** Sends the bytes of the last run again. Responses are read, but not examined. */
const replay = async (concurrency: number): Promise<number> => {
  // The timeouts are for requests that are incomplete on purpose: a server waits for the rest.
  const agent = new Agent({ headersTimeout: patience, bodyTimeout: patience })
  // Requests that are sent again are also added to `sent`, so the list is taken first.
  const requests = sent
  sent = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      // Failures are ignored: undici may refuse to send requests again that break the rules of HTTP.
      const answered = await agent.request(request).catch(() => undefined)
      await answered?.body.text().catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await agent.close()
  return requests.length
}

answer((asked: Asked) =>
  took(() => (asked.do === 'run' ? run(asked.target, asked.concurrency) : replay(asked.concurrency))),
)
