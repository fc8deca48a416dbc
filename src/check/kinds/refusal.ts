import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { casesOf, forEachCase } from '../cases.ts'
import type { Attempt } from '../circumstances/attempt.ts'
import { sumOf } from '../cost.ts'
import { claimsOf, isBesideThePoint, judgeRefusal } from '../expectation.ts'
import { each, type Given } from '../given.ts'
import { type Needs, type Supplied, supply } from '../needs/need.ts'
import type { Observation, Session } from '../session.ts'
import { leaveOutLacking, offered, type Subject } from '../subject.ts'
import { type Batched, batchSize } from './batched.ts'
import type { Check } from './check.ts'
import { onEach } from './on-each.ts'
import { costInCircumstances, type TriedCase, tryTrials } from './refusal-trials.ts'
import type { Refused, RefusedCases } from './refused.ts'

/**
 * A check that a valid request is accepted, and that the same request, made invalid in one way, is refused. Controls
 * are sent before and after every batch of invalid requests, signed afresh, so that neither a server that refuses
 * everything nor one that began to refuse can pass.
 */
export function refusal<N extends Needs = Record<never, never>, T = undefined>(
  refused: Refused<N, T>,
): Check {
  const cases = refused.cases ?? (each(undefined) as Given<unknown> as Given<T>)
  const check: RefusedCases<N, T> = { ...refused, cases }
  /**
   * Returns true for subjects whose invalid requests go in batches: those that pay, and those that leave something
   * which others might take for their own. Generated values of the latter are too many for a batch.
   */
  const isBatched = ({ pays, sides }: Subject): boolean =>
    pays === true || (sides !== undefined && cases.kind === 'each')
  const paying = check.on.filter(isBatched)
  const free = check.on.filter((subject) => !isBatched(subject))
  const alone = refusedAlone(check, free, paying)
  return {
    ...alone,
    operations: check.on.map(({ operation }) => operation),
    subjects: check.on,
    inCircumstances: sumOf(free.map((subject) => costInCircumstances(check, subject))),
    batched: paying.map((subject) => batchedOn(check, subject)),
    run: async (session) => {
      leaveOutLacking(session, paying)
      await alone.run(session)
    },
    within: (profile) => refusal({ ...refused, on: offered(refused.on, profile, refused.expect.row) }),
  }
}

/** The part of the check that is sent by itself. Its claims also cover the batched part. */
const refusedAlone = <N extends Needs, T>(
  check: RefusedCases<N, T>,
  on: readonly Subject[],
  paying: readonly Subject[],
): Check =>
  onEach<N>({
    id: check.id,
    title: check.title,
    detects: check.detects,
    on,
    ...(check.needs ? { needs: check.needs } : {}),
    claims: (profile) => [
      ...claimsOf(
        check.expect,
        profile,
        check.on.map(({ operation }) => operation),
      ),
      ...new Set(paying.flatMap(({ sides = [] }) => sides.map(({ requirement }) => requirement))),
    ],
    generates: check.cases.kind === 'any',
    ...(check.exercises ? { exercises: true } : {}),
    cost: (runs) => {
      const count = casesOf(check.cases, runs)
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

const refuse = async <N extends Needs, T>(
  check: RefusedCases<N, T>,
  session: Session,
  draft: RequestDraft,
  needs: Supplied<N>,
  again: () => Promise<RequestDraft>,
): Promise<void> => {
  const further = check.alsoControl ? [check.alsoControl(needs, session)] : []
  const controlled = async (...batches: number[]): Promise<boolean> =>
    allAccepted(session, [await again(), ...further], batches)
  let batch = session.controls.open()
  if (!(await allAccepted(session, [draft, ...further], [batch]))) return
  const tried: TriedCase<T>[] = []
  const tryCase = async (place: Session, value: T, at: number): Promise<void> => {
    const plainly = await sendInvalid(check, place, await again(), value, needs, batch)
    tried[at] = { given: value, attempt: attemptAt(check, place, value, needs, plainly) }
  }
  await forEachCase(session, check.cases, tryCase, {
    between: async () => {
      const next = session.controls.open()
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
  // A second request that is accepted found something that exists, so it says nothing about the first one. The first
  // answer is judged then.
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

const allAccepted = async (
  session: Session,
  controls: RequestDraft[],
  batches: number[],
): Promise<boolean> => {
  const answers = []
  for (const draft of controls) answers.push(await session.controls.send(draft, batches))
  return answers.every(isAccepted)
}

/**
 * The cases of the check on a subject that is sent in batches. Its values must be enumerated, because shrinking
 * generated ones would pay too.
 */
const batchedOn = <N extends Needs, T>(check: RefusedCases<N, T>, subject: Subject): Batched => {
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
