import type { OperationId } from '../../core/operations.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { forEachCase } from '../cases/cases.ts'
import { casesOf, each, type Given, shareOf, shareOfAny } from '../cases/given.ts'
import { sumOf } from '../cost.ts'
import { claimsOf } from '../expectation.ts'
import { type Needs, type Supplied, supply } from '../needs/need.ts'
import { listedAmong, valuesIn } from '../place.ts'
import type { Session } from '../session.ts'
import { type Later, offered, type Subject, skipLacking } from '../subject.ts'
import { type Batched, batchSize } from './batched.ts'
import type { Check } from './check.ts'
import { onEachInTwoParts } from './on-each.ts'
import { costInCircumstances, hasBody, type TriedCase, tryTrials } from './refusal-trials.ts'
import { attemptAt, type Refused, type RefusedCases, sendInvalid } from './refused.ts'

/**
 * A check that a valid request is accepted, and that the same request, made invalid in one way, is refused. Every
 * batch of invalid requests is between two controls. A control is sent after each, signed afresh, so that a server that
 * began to refuse cannot pass. The one before the first batch may be a control of an earlier check.
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
    ...(check.forgeries ? { forgeries: check.forgeries } : {}),
    run: async (session) => {
      skipLacking(session, paying)
      await alone.run(session)
    },
    ...(cases.kind === 'any'
      ? { withValues: (values) => refusal({ ...refused, cases: each(...(values as T[])) }) }
      : {}),
    within: (profile) => refusal({ ...refused, on: offered(refused.on, profile, refused.expect.row) }),
  }
}

/** The part of the check that is sent by itself. Its claims also cover the batched part. */
const refusedAlone = <N extends Needs, T>(
  check: RefusedCases<N, T>,
  on: readonly Subject[],
  paying: readonly Subject[],
): Check =>
  onEachInTwoParts<N>({
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
      const count = casesOf(check.cases, runs, check.on.length)
      const rounds = Math.ceil(count / batchSize) + 1
      return {
        requests:
          count * (1 + (check.sends ?? 0) + (check.mutateAgain ? 1 : 0) + (check.alsoRefused ? 1 : 0)) +
          rounds * (check.alsoControl ? 2 : 1),
        accepted: rounds,
      }
    },
    values: (session, operation) => {
      const here = casesHere(check, session, operation)
      return here.kind === 'each' ? here.values : here.first
    },
    run: (session, draft, needs, again) => refuse(check, session, draft, needs, again),
  })

const refuse = async <N extends Needs, T>(
  check: RefusedCases<N, T>,
  session: Session,
  draft: RequestDraft,
  needs: Supplied<N>,
  again: () => Promise<RequestDraft>,
): Promise<Later | undefined> => {
  const further = check.alsoControl ? [check.alsoControl(needs, session)] : []
  const controlled = async (...batches: number[]): Promise<boolean> =>
    allAccepted([await again(), ...further], (control) => session.controls.send(control, batches))
  let batch = session.controls.open()
  if (!isAccepted(await session.controls.reuse(draft, [batch]))) return undefined
  if (!(await allAccepted(further, (control) => session.controls.send(control, [batch])))) return undefined
  const tried: TriedCase<T>[] = []
  const tryCase = async (place: Session, value: T, at: number): Promise<void> => {
    const attempt = await sendInvalid({ check, session: place, value, needs }, await again(), batch)
    tried[at] = { given: value, attempt }
  }
  await forEachCase(session, casesHere(check, session, draft.operation), tryCase, {
    between: async () => {
      const next = session.controls.open()
      await controlled(batch, next)
      batch = next
    },
  })
  if (tried.some(({ attempt }) => attempt.plainly.some(({ outcome }) => outcome === 'broken'))) {
    await controlled(batch)
    return undefined
  }
  return async (on) => {
    if (!(await closed(on, tried, async () => [await again(), ...further], batch))) return
    await tryTrials(on, check, draft, { tried, others: othersThan(check, on, tried, needs) }, again)
  }
}

/**
 * Returns the shared values that this request was not tried with. Each has the plain observations of a value that it was
 * tried with.
 */
const othersThan = <N extends Needs, T>(
  check: RefusedCases<N, T>,
  session: Session,
  tried: ReadonlyArray<TriedCase<T>>,
  needs: Supplied<N>,
): TriedCase<T>[] => {
  const { cases } = check
  const [first] = tried
  if (cases.kind !== 'each' || !cases.shared || !first || session.replay || session.only) return []
  return cases.values
    .filter((value) => tried.every(({ given }) => given !== value))
    .map((given) => ({
      given,
      attempt: {
        ...attemptAt({ check, session: session.of({ given }), value: given, needs }, first.attempt.plainly),
        isNew: true,
      },
    }))
}

/** The cases that the request is tried with in this run. */
const casesHere = <N extends Needs, T>(
  { on, cases }: RefusedCases<N, T>,
  { only, generated: { seed } }: Session,
  operation: OperationId | undefined,
): Given<T> => {
  // Named values need not be among those of this subject's share.
  if (valuesIn(only)) return cases
  const place = on.findIndex((subject) => subject.operation === operation)
  return cases.kind === 'each'
    ? each(...shareOf(cases, seed, place, on.length))
    : shareOfAny(cases, seed, place, on.length)
}

const allAccepted = async (
  controls: readonly RequestDraft[],
  send: (control: RequestDraft) => Promise<Answer>,
): Promise<boolean> => {
  const answers = []
  for (const draft of controls) answers.push(await send(draft))
  return answers.every(isAccepted)
}

/** Closes the last batch after the plain requests of all checks, so that one control serves many checks. */
const closed = async <T>(
  session: Session,
  tried: ReadonlyArray<TriedCase<T>>,
  controls: () => Promise<readonly RequestDraft[]>,
  batch: number,
): Promise<boolean> => {
  if (!session.replay) await session.circumstances?.plainFirst()
  const after = tried.flatMap(({ attempt }) => attempt.plainly.flatMap(({ answer }) => answer ?? []))
  const { send, reuse } = session.controls
  // A case without an answer may have arrived later than any control so far.
  return allAccepted(await controls(), (control) =>
    after.length < tried.length ? send(control, [batch]) : reuse(control, [batch], after),
  )
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
    isTriedElsewhere: check.on.some(({ operation, pays }) => hasBody(operation) && !pays),
    cases: (seed, named) =>
      named
        ? listedAmong(cases.values, named)
        : shareOf(cases, seed, check.on.indexOf(subject), check.on.length),
    controls: async (session) => (alsoControl ? [alsoControl(await supplied(session), session)] : []),
    send: async (session, draft, value, batch) => {
      const needs = await supplied(session)
      const attempt = await sendInvalid({ check, session, value: value as T, needs }, draft, batch)
      return check.isSpared?.(value as T) ? undefined : attempt
    },
  }
}
