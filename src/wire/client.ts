import type { Dispatcher } from 'undici'
import type { Outcome, Response } from './answer.ts'
import type { Message } from './draft.ts'
import { DeadlinePassed, failureOf } from './failure.ts'
import { parseJson } from './json.ts'
import { wasStale } from './reuse.ts'
import type { Route } from './route.ts'

/**
 * Sends a message as it stands and reads the answer to its last byte; whatever the server does becomes an
 * outcome. A GET is sent once more where a kept-alive connection turned out closed, nothing else ever is.
 */
export const transmit = async (
  dispatcher: Dispatcher,
  message: Message,
  route: Route,
  milliseconds: number,
): Promise<Outcome> => {
  try {
    return { response: await within(milliseconds, (signal) => exchanged(dispatcher, message, route, signal)) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

const exchanged = async (
  dispatcher: Dispatcher,
  { method, headers, body }: Message,
  { origin, path, host, headers: added }: Route,
  signal: AbortSignal,
): Promise<Response> => {
  // Framing belongs to the connection: a body spoilt after its length was signed is still sent whole.
  const { 'content-length': _, ...own } = headers
  const wanted = { origin, path, method, headers: { host, ...added, ...own }, body: body ?? null, signal }
  const answer = await dispatcher.request(wanted).catch((error: unknown) => {
    if (method === 'GET' && wasStale(error)) return dispatcher.request(wanted)
    throw error
  })
  const text = Buffer.from(await answer.body.bytes()).toString()
  return { status: answer.statusCode, headers: joined(answer.headers), text, json: parseJson(text) }
}

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

/** The signal ends what is under way; the race ends the wait also where undici has yet to connect. */
const within = async <T>(milliseconds: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DeadlinePassed(milliseconds)
      controller.abort(reason)
      reject(reason)
    }, milliseconds)
  })
  try {
    return await Promise.race([task(controller.signal), passed])
  } finally {
    clearTimeout(timer)
  }
}
