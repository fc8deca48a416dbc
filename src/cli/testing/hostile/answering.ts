import type { Socket } from 'node:net'
import type { Answering, Message, Turn } from './behaviour.ts'

/** As the mock behind answers. */
export const rightly: Answering = async (turn) => void turn.write(written(await turn.right()))

export function written({ status, headers, body }: Message, version = '1.1'): Buffer {
  return Buffer.concat([head(status, [...headers, ['content-length', String(body.length)]], version), body])
}

/** A status line and headers, with the empty line behind them. */
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

/** Rightly so many times; the run is under way then. */
export const after =
  (times: number, behaves: Answering): Answering =>
  (turn) =>
    turn.number > times ? behaves(turn) : rightly(turn)

/** Where the request is such, and rightly elsewhere. */
export const where =
  (is: (turn: Turn) => boolean, behaves: Answering): Answering =>
  (turn) =>
    is(turn) ? behaves(turn) : rightly(turn)

/** What the mock answers, put on the wire otherwise. */
export const put =
  (bytes: (message: Message, turn: Turn) => string | Buffer): Answering =>
  async (turn) =>
    void turn.write(bytes(await turn.right(), turn))

/** What the mock answers, with another status, other headers or another body. */
export function changed(change: (message: Message, turn: Turn) => Partial<Message>): Answering {
  return put((message, turn) => written({ ...message, ...change(message, turn) }))
}

/** What the mock accepts; refusals stay. */
export function accepted(change: (message: Message, turn: Turn) => Partial<Message>): Answering {
  return changed((message, turn) => (message.status < 300 ? change(message, turn) : message))
}

export function adding(...headers: Message['headers']): Answering {
  return changed((message) => ({ headers: [...message.headers, ...headers] }))
}

/** Of every accepted answer the body as another text. */
export function rewording(reword: (text: string, turn: Turn) => string | Buffer): Answering {
  return accepted(({ body }, turn) => ({ body: Buffer.from(reword(body.toString(), turn)) }))
}

type Fields = Record<string, unknown>

/** In every resource of an accepted answer these fields over its own; a list's pagination is none. */
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

/** In every page of a list these fields of its pagination. */
export function paging(alter: (pagination: Fields, turn: Turn) => Fields): Answering {
  return rewording((text, turn) => {
    const page: Fields = JSON.parse(text)
    const pagination = page['pagination']
    if (typeof pagination !== 'object') return text
    return JSON.stringify({ ...page, pagination: { ...pagination, ...alter(pagination as Fields, turn) } })
  })
}

/** Every string within it, however deep, as another. */
export function inStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => inStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inStrings(item, change)]))
}

/** Begins so and goes on without end, as fast as it is taken. */
export const endlessly =
  (beginning: string | Buffer, piece: string | Buffer): Answering =>
  ({ socket, write }) => {
    const more = (): void => {
      while (!socket.destroyed && write(piece));
    }
    socket.on('drain', more)
    if (write(beginning)) more()
  }

/** Begins so and goes on with one byte a second. */
export const slowly =
  (beginning: string, byte: string): Answering =>
  ({ socket, write }) => {
    write(beginning)
    const timer = setInterval(() => write(byte), 1000)
    socket.on('close', () => clearInterval(timer))
  }

/** Resets the connection behind these bytes. */
export const resettingAfter =
  (bytes: string | Buffer): Answering =>
  ({ socket, write }) => {
    write(bytes)
    setImmediate(() => socket.resetAndDestroy())
  }

/** Closes the connection behind these bytes. */
export const closingAfter =
  (bytes: string | Buffer): Answering =>
  ({ socket }) =>
    void socket.end(bytes)

export const speaking =
  (bytes: string | Buffer) =>
  (socket: Socket): void =>
    void socket.write(bytes)
