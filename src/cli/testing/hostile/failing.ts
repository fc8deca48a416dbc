import { after, head, json, resettingAfter, rightly, slowly, speaking } from './answering.ts'
import type { Answering, Hostile, Turn } from './behaviour.ts'

const givenUp = 'It answered at first and then no more: the run gives up, and what is left is not judged.'

const bytes = (status: number, headers: ReadonlyArray<readonly [string, string]> = []): string =>
  head(status, [...headers, ['content-length', '0']]).toString()

/** Misbehaves for every ninth request, but only once for each method and path: a retry gets a correct response. */
const nowAndThen = (behaves: Answering): Answering => {
  const failed = new Set<string>()
  return (turn) => {
    const same = `${turn.method} ${turn.path}`
    if (turn.number % 9 !== 0 || failed.has(same) || isMaking(turn)) return rightly(turn)
    failed.add(same)
    return behaves(turn)
  }
}

/**
 * Returns true if the request makes an outgoing payment. Such a request never fails here, because a payment that may
 * have been made is not requested again by every check.
 */
const isMaking = ({ method, path }: Turn): boolean => method === 'POST' && path.includes('/outgoing-payments')

const answering =
  (status: number, headers: ReadonlyArray<readonly [string, string]> = []): Answering =>
  ({ write }) =>
    void write(bytes(status, headers))

const passes = 'A failure that is gone when the request is sent again is a warning.'

export const failing: readonly Hostile[] = [
  { name: '503 now and then', exits: 0, why: passes, answers: nowAndThen(answering(503)) },
  { name: 'a reset now and then', exits: 0, why: passes, answers: nowAndThen(resettingAfter('')) },
  {
    name: 'no answer now and then',
    exits: 0,
    why: passes,
    answers: nowAndThen(() => undefined),
    hasty: true,
  },
  {
    name: 'headers and then nothing from the thirtieth request on',
    exits: 3,
    why: givenUp,
    answers: after(30, ({ write }) => void write(head(200, [json, ['content-length', '100']]))),
    hasty: true,
  },
  {
    name: 'one byte a second from the thirtieth request on',
    exits: 3,
    why: givenUp,
    answers: after(30, slowly('HTTP/1.1 200 OK\r\n', 'x')),
    hasty: true,
  },
  {
    name: '429 without end from the thirtieth request on',
    exits: 3,
    why: 'Nothing is carried out any more: the run gives up, and what is left is not judged.',
    answers: after(30, answering(429, [['retry-after', '1']])),
  },
  {
    name: '401 for a token that it took from the thirtieth request on',
    exits: 3,
    why: 'The token died during the run, which breaks nothing.',
    answers: after(30, answering(401, [['www-authenticate', 'GNAP as_uri=https://auth.example/']])),
  },
  {
    name: 'an answer before the request',
    exits: 1,
    why: 'It accepts what must be refused; each second request gets no answer, and the run gives up before long.',
    speaks: speaking(`${head(200, [json, ['content-length', '2']])}{}`),
    hasty: true,
  },
  {
    name: 'an answer before the request from the thirtieth request on',
    exits: 1,
    why: 'It accepts what must be refused.',
    answers: after(30, ({ socket }) => void socket.end(`${bytes(200)}${bytes(200)}`)),
    hasty: true,
  },
]
