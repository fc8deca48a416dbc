import type { Session } from '../../check/session.ts'
import type { SideView, Subject } from '../../check/subject.ts'
import { pause } from '../../check/watch.ts'
import { type Answer, isRefused } from '../../http/answers/answer.ts'
import { dateOf } from '../../http/answers/server-date.ts'
import { confirm, type Finding } from './confirmation.ts'
import {
  bookOne,
  isClear,
  late,
  type ShownResource,
  suspectsOf,
  type TriedRequest,
  unexplained,
  viewOf,
  type Watched,
  want,
  watchedOn,
} from './watched-side.ts'

/** Checks whether refused requests have created anything. */
export interface SideEffectCheck {
  /** Takes the baseline after an accepted control. Whatever exists now was not created by a later request. */
  begin: (subject: Subject, session: Session, opening: Answer) => Promise<void>
  /** Looks after a batch whose controls were accepted. */
  end: (tried: TriedRequest) => Promise<void>
  /** Looks after the last batch of a subject, because resources that turn up late count too. */
  close: (subject: Subject) => Promise<void>
}

export function createSideEffectCheck(): SideEffectCheck {
  const watched = new Map<Subject, Watched[]>()
  const of = (subject: Subject): Watched[] => {
    const known = watched.get(subject) ?? (subject.sides ?? []).map(watchedOn)
    watched.set(subject, known)
    return known
  }
  return {
    begin: async (subject, session, opening) => {
      for (const one of of(subject)) await anchor(one, session, opening)
    },
    end: async (tried) => {
      for (const one of of(tried.subject)) await examine(one, tried)
    },
    close: async (subject) => {
      for (const one of of(subject)) await examineLate(one)
    },
  }
}

/** Milliseconds by which the clock of a server that sends no Date may be off. */
const farOff = 60_000

const anchor = async (one: Watched, session: Session, opening: Answer): Promise<void> => {
  const view = await viewOf(one, session, opening)
  if (!view) return
  one.known = new Set(view.shown.keys())
  one.since = dateOf(view.answer) || Date.now() - farOff
}

const examine = async (one: Watched, tried: TriedRequest): Promise<void> => {
  const { session, closing, sent } = tried
  const view = one.known && (await viewOf(one, session, closing))
  if (!view) return
  const fresh = await unexplained(one, session, view)
  if (!isClear(sent)) return
  one.batches.push(tried)
  const found = fresh.filter((shown) => suspectsOf(one, tried, [shown]).length > 0)
  if (found.length > 0) await bookedAfter(tried, found.length, () => confirm(one, tried, found))
  else expectNothing(one, tried, view)
}

const examineLate = async (one: Watched): Promise<void> => {
  const last = one.batches.at(-1)
  if (!last || one.blind) return
  await pause(last.session, late)
  const view = await viewOf(one, last.session, last.closing)
  if (!view) return
  const fresh = await unexplained(one, last.session, view)
  const isOf = (tried: TriedRequest, made: readonly ShownResource[]): boolean =>
    suspectsOf(one, tried, made).length > 0
  const found = fresh.filter((shown) => one.batches.some((tried) => isOf(tried, [shown])))
  await bookedAfter(last, found.length, async () => {
    const findings: Finding[] = []
    for (const tried of one.batches)
      if (isOf(tried, fresh) && !findings.includes('guilty')) findings.push(await confirm(one, tried, fresh))
    return findings.find((finding) => finding !== 'innocent') ?? 'innocent'
  })
}

const expectNothing = ({ side }: Watched, { sent }: TriedRequest, { answer }: SideView): void => {
  const refused = sent.filter((one) => isRefused(one.answer))
  const checks = new Map(refused.map((one) => [one.check, one]))
  for (const { session, behind } of checks.values())
    session.observe({ requirement: side.requirement, outcome: 'held', want, got: 'nothing', answer, behind })
}

/**
 * Counts the unexplained payments against the money limits, unless they are certainly somebody else's. They are counted
 * after the task, so that many of them at once leave room for the requests that find out who made them.
 */
const bookedAfter = async (
  tried: TriedRequest,
  count: number,
  task: () => Promise<Finding>,
): Promise<void> => {
  let finding: Finding = 'unclear'
  try {
    finding = await task()
  } finally {
    for (let made = 0; finding !== 'innocent' && made < count; made++) bookOne(tried)
  }
}
