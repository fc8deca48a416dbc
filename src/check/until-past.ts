import { type Answer, isAccepted } from '../http/answers/answer.ts'
import { dateOf } from '../http/answers/server-date.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from './session.ts'

/**
 * The milliseconds that the server's time must be past the instant. A server may have several machines, and its Date
 * header cuts off fractions of a second.
 */
const margin = 2000

/**
 * The shortest pause between two looks at the server's time. Each pause is half of the time that is left, but not
 * shorter.
 */
const shortestPause = 200

/**
 * The milliseconds, by the harness's own clock, after which a server whose time should be past the instant is given up.
 */
const patience = 10_000

/**
 * Waits until the server's own time is past that instant, in milliseconds. If the target file offers its clock, the
 * clock is moved; otherwise it waits within limits.maxWait. `look` sends a request whose response has the server's
 * Date, so that the record shows the time too. `what` names the wait, such as `a quote to expire`.
 */
export async function untilPast(
  session: Session,
  instant: number,
  look: () => Promise<Answer>,
  what: string,
): Promise<void> {
  const { server } = session.time
  const end = instant + margin
  if (server) {
    const now = await server.advance(1)
    if (now < end) await server.advance(end - now)
    await look()
    return
  }
  await waitedFor(session, end, look, what)
}

const waitedFor = async (
  { time, target }: Session,
  end: number,
  look: () => Promise<Answer>,
  what: string,
): Promise<void> => {
  const begun = time.own.now()
  let left = end - serverTime(await look())
  const needed = left
  if (needed > target.limits.maxWait) throw tooLong(needed, target.limits.maxWait)
  while (left > 0) {
    if (time.own.now() - begun > needed + patience)
      throw new PreconditionFailed("the server's Date header does not advance")
    await time.own.wait(Math.max(shortestPause, left / 2), { what, left })
    left = end - serverTime(await look())
  }
}

const serverTime = (answer: Answer): number => {
  const date = dateOf(answer)
  if (isAccepted(answer) && !Number.isNaN(date)) return date
  throw new PreconditionFailed(`${answer.method} ${answer.url} has no Date header with the server's time`)
}

const tooLong = (needed: number, maxWait: number): MissingPrerequisite =>
  new MissingPrerequisite(
    `clock in the target file, or a longer limits.maxWait: needs ${Math.ceil(needed / 1000)} s, limits.maxWait is ${maxWait / 1000} s`,
  )
