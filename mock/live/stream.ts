import type { Request, Response } from 'express'
import { jsonOf } from '../core/json.ts'
import type { Feed, Happening } from './feed.ts'

/** Milliseconds between two signs of life, and before a client that was cut off comes back. */
const times = { heartbeat: 15_000, retry: 1000 }

/** Bytes that a listener may leave unread; then it is dropped, and can come back. */
const mostUnread = 1024 * 1024

interface Streaming {
  feed: Feed
  /** How things stand, for one who begins to listen. */
  state: () => object
  /** Called when somebody begins to listen. */
  attended: () => void
  /** Answers one listener too many. */
  full: (response: Response) => void
}

/**
 * What happens, as server-sent events. The first is `hello`, with how things stand; who comes back with Last-Event-ID
 * is told what was missed, where it is still known (`resumed`).
 */
export const streaming =
  ({ feed, state, attended, full }: Streaming) =>
  (request: Request, response: Response): void => {
    const send = (text: string): void => {
      if (response.writableLength > mostUnread) response.destroy()
      else response.write(text)
    }
    const missed = missedBy(request, feed)
    const end = feed.listen((happening) => send(eventOf(happening, feed)))
    if (!end) {
      full(response)
      return
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const data = jsonOf({ resumed: missed !== undefined, ...state() })
    const id = missed ? '' : `id: ${feed.name}-${feed.latest()}\n`
    send(`retry: ${times.retry}\n${id}event: hello\ndata: ${data}\n\n`)
    for (const happening of missed ?? []) send(eventOf(happening, feed))
    const heartbeat = setInterval(() => send(':\n\n'), times.heartbeat).unref()
    response.once('close', () => {
      clearInterval(heartbeat)
      end()
    })
    attended()
  }

const eventOf = ({ number, topic, data }: Happening, { name }: Feed): string =>
  `id: ${name}-${number}\nevent: ${topic}\ndata: ${jsonOf(data)}\n\n`

/** What happened since the event that the listener saw last; undefined where it saw none, or none of this feed. */
const missedBy = (request: Request, feed: Feed): Happening[] | undefined => {
  const [, name, number] = /^(\w+)-(\d{1,15})$/.exec(request.get('last-event-id') ?? '') ?? []
  return name === feed.name ? feed.since(Number(number)) : undefined
}
