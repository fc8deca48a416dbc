import type { Socket } from 'node:net'
import type { Answering, Message, Turn } from './behaviour.ts'

/** Answers like the mock behind. */
export const rightly: Answering = async (turn) => void turn.write(written(await turn.right()))

export function written({ status, headers, body }: Message, version = '1.1'): Buffer {
  return Buffer.concat([head(status, [...headers, ['content-length', String(body.length)]], version), body])
}

/** Returns a status line and headers, with the empty line after them. */
export function head(status: number | string, headers: Message['headers'], version = '1.1'): Buffer {
  return Buffer.from(
    `HTTP/${version} ${status} x\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    'latin1',
  )
}

export const json: Message['headers'][number] = ['content-type', 'application/json']

export const always =
  (bytes: string | Buffer): Answering =>
  ({ write }) =>
    void write(bytes)

/** Answers like the mock this many times, so that the run is under way, and then behaves otherwise. */
export const after =
  (times: number, behaves: Answering): Answering =>
  (turn) =>
    turn.number > times ? behaves(turn) : rightly(turn)

/** Misbehaves only for requests that `is` selects. */
export const where =
  (is: (turn: Turn) => boolean, behaves: Answering): Answering =>
  (turn) =>
    is(turn) ? behaves(turn) : rightly(turn)

/** Sends the mock's response with other bytes on the wire. */
export const put =
  (bytes: (message: Message, turn: Turn) => string | Buffer): Answering =>
  async (turn) =>
    void turn.write(bytes(await turn.right(), turn))

/** Sends the mock's response with another status, other headers or another body. */
export function changed(change: (message: Message, turn: Turn) => Partial<Message>): Answering {
  return put((message, turn) => written({ ...message, ...change(message, turn) }))
}

/** Changes the mock's response if it accepts the request. Refusals stay as they are. */
export function accepted(change: (message: Message, turn: Turn) => Partial<Message>): Answering {
  return changed((message, turn) => (message.status < 300 ? change(message, turn) : message))
}

export function adding(...headers: Message['headers']): Answering {
  return changed((message) => ({ headers: [...message.headers, ...headers] }))
}

/** Replaces the text of every accepted response. */
export function rewording(reword: (text: string, turn: Turn) => string | Buffer): Answering {
  return accepted(({ body }, turn) => ({ body: Buffer.from(reword(body.toString(), turn)) }))
}

type Fields = Record<string, unknown>

/** Replaces fields in every resource of an accepted response. The pagination of a list is not a resource. */
export function altering(alter: (fields: Fields, turn: Turn) => Fields): Answering {
  return rewording((text, turn) =>
    JSON.stringify(inResources(JSON.parse(text), (fields) => alter(fields, turn))),
  )
}

const inResources = (value: unknown, alter: (fields: Fields) => Fields): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const { result } = fields
  if (Array.isArray(result)) return { ...fields, result: result.map((item) => inResources(item, alter)) }
  return { ...fields, ...alter(fields) }
}

/** Replaces fields in the pagination of every page of a list. */
export function paging(alter: (pagination: Fields, turn: Turn) => Fields): Answering {
  return rewording((text, turn) => {
    const page: Fields = JSON.parse(text)
    const pagination = page['pagination']
    if (typeof pagination !== 'object') return text
    return JSON.stringify({ ...page, pagination: { ...pagination, ...alter(pagination as Fields, turn) } })
  })
}

/** Replaces every string inside a value, at any depth. */
export function inStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => inStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inStrings(item, change)]))
}

/** Sends a beginning, and then pieces without end, as fast as the reader takes them. */
export const endlessly =
  (beginning: string | Buffer, piece: string | Buffer): Answering =>
  ({ socket, write }) => {
    const more = (): void => {
      while (!socket.destroyed && write(piece));
    }
    socket.on('drain', more)
    if (write(beginning)) more()
  }

/** Sends a beginning, and then one byte a second. */
export const slowly =
  (beginning: string, byte: string): Answering =>
  ({ socket, write }) => {
    write(beginning)
    const timer = setInterval(() => write(byte), 1000)
    socket.on('close', () => clearInterval(timer))
  }

/** Resets the connection after these bytes. */
export const resettingAfter =
  (bytes: string | Buffer): Answering =>
  ({ socket, write }) => {
    write(bytes)
    setImmediate(() => socket.resetAndDestroy())
  }

/** Closes the connection after these bytes. */
export const closingAfter =
  (bytes: string | Buffer): Answering =>
  ({ socket }) =>
    void socket.end(bytes)

export const speaking =
  (bytes: string | Buffer) =>
  (socket: Socket): void =>
    void socket.write(bytes)
