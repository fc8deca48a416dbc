import type { Request, Response } from 'express'
import { jsonOf } from '../core/json.ts'
import type { Feed, Happening } from './feed.ts'

/** Milliseconds between two heartbeats, and before a disconnected client reconnects. */
const times = { heartbeat: 15_000, retry: 1000 }

/** The most bytes that a listener may leave unread. Beyond that it is disconnected, and can reconnect. */
const mostUnread = 1024 * 1024

interface Streaming {
  feed: Feed
  /** The current state, for a new listener. */
  state: () => object
  /** Is called when a listener arrives. */
  attended: () => void
  /** Answers a listener that exceeds the limit. */
  full: (response: Response) => void
}

/**
 * Streams the events as server-sent events. The first one is `hello` with the current state. A client that reconnects
 * with Last-Event-ID gets the events that it missed, if they are still stored (`resumed`).
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

/** The events that the client has not seen yet. Undefined if the client has seen no event of this feed. */
const missedBy = (request: Request, feed: Feed): Happening[] | undefined => {
  const [, name, number] = /^(\w+)-(\d{1,15})$/.exec(request.get('last-event-id') ?? '') ?? []
  return name === feed.name ? feed.since(Number(number)) : undefined
}
