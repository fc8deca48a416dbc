import { ConfigurationError } from '../../core/errors.ts'
import { failureOf } from '../../http/failure.ts'
import { whyNoConnection } from '../../probe/unreachable.ts'
import { line } from '../../report/text/printable.ts'
import { listen } from '../../traffic/proxy.ts'
import type { MockCommandOptions } from '../mock/serve.ts'
import { untilOver } from '../mock/until-over.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { judgeBothSides, type TrafficOptions } from './both-sides.ts'

export interface ProxyOptions
  extends Omit<TrafficOptions, 'baseUrl'>,
    Pick<MockCommandOptions, 'host' | 'port' | 'for' | 'untilIdle'> {
  /** The URL at which the server is reached. */
  target: string
  /** The base URL that clients sign. Default: `target`. */
  baseUrl?: string
}

/** Passes requests on unchanged, and judges both sides of the traffic until it ends. */
export async function proxy(options: ProxyOptions, io: GuardedIo): Promise<number> {
  const { target, baseUrl = target, host, port } = options
  const sides = await judgeBothSides({ ...options, baseUrl }, io)
  let count = 0
  let last: number | undefined
  const listening = await listen({
    target: new URL(target),
    host,
    port,
    origin: new URL(baseUrl).origin,
    count: () => ++count,
    now: io.now,
    told: (captured, counts) => {
      last = io.monotonic()
      try {
        sides.take(captured, counts)
      } catch (error) {
        io.stderr.write(
          line`${captured.request.method} ${captured.request.url} was not judged: ${String(error)}\n`,
        )
      }
    },
    failed: (error) => io.stderr.write(line`${whyBroken(error, target)}\n`),
  }).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_PROXY_PORT',
      `${host}:${port} ${whyNot(error)}; choose another --port or --host`,
    )
  })
  io.stderr.write(line`ready at ${listening.url}, passes requests on to ${target}; judged as ${baseUrl}\n`)
  await untilOver({ within: options.for, idle: options.untilIdle, lastAt: () => last }, io)
  await listening.close()
  return sides.end()
}

/** Says why the connection to the server could not be made, or broke. */
const whyBroken = (error: Error, target: string): string => {
  const failure = failureOf(error)
  const { fact, next } = whyNoConnection(failure, target, '--target') ?? {
    fact: `no usable answer came from ${target}: ${failure.message}`,
    next: "look at the server's log",
  }
  return `--target: ${fact}; ${next}`
}

const whyNot = (error: unknown): string => {
  const { code } = Object(error)
  return code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${String(code)})`
}
