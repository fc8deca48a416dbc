import type { HttpRequest } from '../core/http-request.ts'
import type { OperationId } from '../core/operations.ts'
import { type Answer, isAccepted } from '../http/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import { type Batched, batchSize } from './batched.ts'
import { casesOf, forEachCase } from './cases.ts'
import type { Check } from './check.ts'
import { circumstancesNamed } from './circumstance.ts'
import { allRows, mostTrials, onNewConnection, type Trial, trialsFor } from './circumstance-rows.ts'
import { type Cost, costOf, noCost, sumOf, times } from './cost.ts'
import { claimsOf, type Expectation, isBesideThePoint, judgeRefusal, rowOf } from './expectation.ts'
import { each, type Given } from './given.ts'
import { type Needs, type Supplied, supply } from './need.ts'
import { onEach } from './on-each.ts'
import type { Observation, Session } from './session.ts'
import { forEachBeside } from './side-by-side.ts'
import { leaveOutLacking, offered, type Subject } from './subject.ts'
import { type Attempt, tryRepeatedly, tryUnder } from './under-circumstances.ts'

interface Refused<N extends Needs, T> {
  id: string
  title: string
  /** A fault of the mock that it must notice: the proof that it can fail. */
  detects: string
  /** The whole requests that are invalid, one after the other. Each is also its own control. */
  on: readonly Subject[]
  needs?: N
  cases?: Given<T>
  /** One change before signing: another token, other components, another body. */
  mutate?: (
    draft: RequestDraft,
    given: T,
    needs: Supplied<N>,
    session: Session,
  ) => RequestDraft | Promise<RequestDraft>
  /** Another change instead, tried if the answer to the first says that it was not what the row is about. */
  mutateAgain?: (draft: RequestDraft) => RequestDraft
  /** Requests that `mutate` sends for each case. */
  sends?: number
  /** One change after signing. */
  tamper?: (message: HttpRequest, given: T, needs: Supplied<N>) => HttpRequest
  /** A further control, where the subject's own request does not show that what is used instead is good. */
  alsoControl?: (needs: Supplied<N>, session: Session) => RequestDraft
  expect: Expectation
  exercises?: true
}

type Whole<N extends Needs, T> = Refused<N, T> & { cases: Given<T> }

/**
 * A check that the same request, whole, is accepted and, invalid in one way, is refused. Controls are sent before
 * and after every batch of invalid requests, signed afresh, so that neither a server that refuses everything nor
 * one that began to refuse can pass.
 */
export function refusal<N extends Needs = Record<never, never>, T = undefined>(
  refused: Refused<N, T>,
): Check {
  const cases = refused.cases ?? (each(undefined) as Given<unknown> as Given<T>)
  const check: Whole<N, T> = { ...refused, cases }
  /** What pays, and what leaves something that others might take for their own; generated values are many. */
  const isBatched = ({ pays, sides }: Subject): boolean =>
    pays === true || (sides !== undefined && cases.kind === 'each')
  const paying = check.on.filter(isBatched)
  const tracesClaimed = new Set(
    paying.flatMap(({ sides = [] }) => sides.map(({ requirement }) => requirement)),
  )
  const alone = onEach<N>({
    id: check.id,
    title: check.title,
    detects: check.detects,
    on: check.on.filter((subject) => !isBatched(subject)),
    ...(check.needs ? { needs: check.needs } : {}),
    claims: (profile) => [
      ...claimsOf(
        check.expect,
        profile,
        check.on.map(({ operation }) => operation),
      ),
      ...tracesClaimed,
    ],
    generates: cases.kind === 'any',
    ...(check.exercises ? { exercises: true } : {}),
    cost: (runs) => {
      const count = casesOf(cases, runs)
      const rounds = Math.ceil(count / batchSize) + 1
      return {
        requests:
          count * (1 + (check.sends ?? 0) + (check.mutateAgain ? 1 : 0)) +
          rounds * (check.alsoControl ? 2 : 1),
        accepted: rounds,
      }
    },
    run: (session, draft, needs, again) => refuse(check, session, draft, needs, again),
  })
  return {
    ...alone,
    operations: check.on.map(({ operation }) => operation),
    subjects: check.on,
    inCircumstances: sumOf(
      check.on.filter((subject) => !isBatched(subject)).map((subject) => costInCircumstances(check, subject)),
    ),
    batched: paying.map((subject) => batchedOn(check, subject)),
    run: async (session) => {
      leaveOutLacking(session, paying)
      await alone.run(session)
    },
    within: (profile) => refusal({ ...refused, on: offered(refused.on, profile, refused.expect.row) }),
  }
}

const hasBody = (operation: OperationId | undefined): boolean => operation?.startsWith('create-') === true

/** What has a body, and what has so few beside it that these would not see all rows between them. */
const seesAllRows = (on: readonly Subject[], operation: OperationId | undefined): boolean =>
  hasBody(operation) || on.filter((subject) => !hasBody(subject.operation)).length < allRows

/** In each row a control, and for each trial the invalid request and perhaps another one beside it; then what is repeated. */
const costInCircumstances = <N extends Needs, T>(
  check: Whole<N, T>,
  { operation, accepted, preparation, once }: Subject,
): Cost => {
  const { sends = 0, on, cases, expect } = check
  const areAlike = cases.kind === 'any' || isRecommended(expect) || expect.row === 'open'
  const trials = mostTrials(casesOf(cases, 0), areAlike, seesAllRows(on, operation) && once !== true)
  const free = on.filter(({ pays }) => !pays)
  const repeats = areAlike ? 0 : Math.ceil((casesOf(cases, 0) * timesMore(check)) / free.length)
  const whole = sumOf([costOf({ requests: 1 }), costOf(accepted)])
  const invalid = costOf({ requests: 1 + sends })
  const fresh = once ? costOf(preparation) : noCost
  return sumOf([
    times(sumOf([whole, fresh]), allRows),
    times(sumOf([invalid, whole, fresh]), trials),
    times(sumOf([invalid, fresh]), repeats),
  ])
}

/** A case, and how it can be tried again. */
interface TriedCase<T> {
  given: T
  attempt: Attempt
}

const refuse = async <N extends Needs, T>(
  check: Whole<N, T>,
  session: Session,
  draft: RequestDraft,
  needs: Supplied<N>,
  again: () => Promise<RequestDraft>,
): Promise<void> => {
  const further = check.alsoControl ? [check.alsoControl(needs, session)] : []
  const controlled = async (...batches: number[]): Promise<boolean> =>
    allAccepted(session, [await again(), ...further], batches)
  let batch = session.newBatch()
  if (!(await allAccepted(session, [draft, ...further], [batch]))) return
  const tried: TriedCase<T>[] = []
  const tryCase = async (place: Session, value: T, at: number): Promise<void> => {
    const plainly = await sendInvalid(check, place, await again(), value, needs, batch)
    tried[at] = { given: value, attempt: attemptAt(check, place, value, needs, plainly) }
  }
  await forEachCase(session, check.cases, tryCase, {
    between: async () => {
      const next = session.newBatch()
      await controlled(batch, next)
      batch = next
    },
  })
  if (!(await controlled(batch))) return
  await tryTrials(session, check, draft, tried, again)
}

const sendInvalid = async <N extends Needs, T>(
  { mutate, mutateAgain, tamper, expect }: Refused<N, T>,
  session: Session,
  draft: RequestDraft,
  value: T,
  needs: Supplied<N>,
  batch: number,
): Promise<Observation[]> => {
  const send = (changed: RequestDraft): Promise<Answer> =>
    session.send(changed, tamper && ((message) => tamper(message, value, needs)))
  const varied = mutate ? { ...(await mutate(draft, value, needs, session)), invalid: true as const } : draft
  const first = await send(varied)
  const second =
    mutateAgain && isBesideThePoint(expect, session, first)
      ? await send({ ...mutateAgain(draft), invalid: true })
      : first
  // What is accepted now was there all along, and says nothing of the first.
  const answer = isAccepted(second) ? first : second
  const observations = judgeRefusal(expect, session, varied, answer, batch)
  for (const observation of observations) session.observe(observation)
  return observations
}

const attemptAt = <N extends Needs, T>(
  { mutate, tamper, expect }: Refused<N, T>,
  session: Session,
  value: T,
  needs: Supplied<N>,
  plainly: readonly Observation[],
): Attempt => ({
  invalid: (whole) => (mutate ? mutate(whole, value, needs, session) : whole),
  ...(tamper ? { tamper: (message) => tamper(message, value, needs) } : {}),
  judge: (sent, answer, behind) => judgeRefusal(expect, session, sent, answer, behind),
  plainly,
})

/** What a server only should refuse is tried less. */
const isRecommended = ({ row }: Expectation): boolean => row === 'recommended-refusal'

/** What is tried in circumstances; of a replay only what failed in those of the failure. */
const trialsOf = <N extends Needs, T>(
  { replay, seed, target }: Session,
  { on, cases, expect }: Whole<N, T>,
  { operation }: RequestDraft,
  requests: number,
): Trial[] => {
  if (replay) return replay.circumstances ? [{ row: circumstancesNamed(replay.circumstances), at: 0 }] : []
  const place = on.findIndex((subject) => subject.operation === operation)
  const once = on[place]?.once === true
  const isWhole = seesAllRows(on, operation) && !once
  // What the interface leaves open says little in any circumstances.
  const isOpen = rowOf(target.profile, expect.row).must === undefined
  const areAlike = cases.kind === 'any' || isRecommended(expect) || isOpen
  const trials = trialsFor({ seed, place, isWhole }, requests, areAlike)
  return once ? trials.map(({ row, at }) => ({ row: onNewConnection(row), at })) : trials
}

/** How often an invalid request is sent again, one after the other; in all, if it goes to several operations anyhow. */
const often = 11
const oftenEnough = 3

/** What is wrong with a body one guard refuses, whichever case it is: all of them together are as often. */
const timesMore = ({
  on,
  cases,
  expect,
}: Pick<Refused<Needs, unknown>, 'on' | 'expect'> & { cases: Given<unknown> }): number => {
  const free = on.filter(({ pays }) => !pays)
  if (free.length > 1 || free.some(({ once }) => once)) return oftenEnough - 1
  return Math.ceil(often / (expect.row === 'body' ? casesOf(cases, 0) : 1))
}

/** Tries what held once more in circumstances, if all of it held, and again and again. */
const tryTrials = async <N extends Needs, T>(
  session: Session,
  check: Whole<N, T>,
  draft: RequestDraft,
  tried: ReadonlyArray<TriedCase<T>>,
  whole: () => Promise<RequestDraft>,
): Promise<void> => {
  const { circumstances: known, replay, seed } = session
  const hold = tried.every(({ attempt }) => attempt.plainly.every(({ outcome }) => outcome !== 'broken'))
  if (!known || !hold) return
  const trials = trialsOf(session, check, draft, tried.length)
  await forEachBeside(session, trials, async (own, { row, at }) => {
    const one = tried[at]
    if (one) await tryUnder({ session: own.of({ given: one.given }), known, whole }, row, one.attempt)
  })
  const { on, cases } = check
  const isOpen = rowOf(session.target.profile, check.expect.row).must === undefined
  if (
    known.noRoom !== undefined ||
    replay?.circumstances ||
    cases.kind === 'any' ||
    isOpen ||
    isRecommended(check.expect)
  )
    return
  const free = on.filter(({ pays }) => !pays)
  const place = free.findIndex(({ operation }) => operation === draft.operation)
  const inTurn = tried.filter((_, at) => replay || (Math.abs(seed) + at) % free.length === place)
  // Not side by side: a server that counts its requests meets one of each.
  for (const { given, attempt } of inTurn)
    await tryRepeatedly({ session: session.of({ given }), whole }, timesMore(check), attempt)
}

const allAccepted = async (
  session: Session,
  controls: RequestDraft[],
  batches: number[],
): Promise<boolean> => {
  const answers = []
  for (const draft of controls) answers.push(await session.control(draft, batches))
  return answers.every(isAccepted)
}

/** The same on a subject that is tried in batches. Its values are enumerated: generated ones would pay for shrinking too. */
const batchedOn = <N extends Needs, T>(check: Whole<N, T>, subject: Subject): Batched => {
  const { cases, alsoControl } = check
  if (cases.kind === 'any')
    throw new Error(`${check.id}: what pays is tried with \`each\`, never with \`any\``)
  const supplied = (session: Session): Promise<Supplied<N>> =>
    supply(check.needs ?? ({} as N), session.supplies)
  return {
    subject,
    cases: cases.values,
    controls: async (session) => (alsoControl ? [alsoControl(await supplied(session), session)] : []),
    send: async (session, draft, value, batch) => {
      const needs = await supplied(session)
      const plainly = await sendInvalid(check, session, draft, value as T, needs, batch)
      return attemptAt(check, session, value as T, needs, plainly)
    },
  }
}
