import type { ExtraGuard, FunctionName, Override, Replacement } from '../changes/change.ts'
import type { Answer } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import { isObject } from '../faults/answers/answers.ts'
import type { Fault } from '../faults/fault.ts'
import type { Behaviour, Context, World } from '../state/world.ts'
import { type Condition, kindOfOperation, type Matter, type ResourceKind } from './condition.ts'
import { functionsOf } from './matrix.ts'
import { matterOf, mattersIn, mattersOf, shownResource } from './matters.ts'
import { createWatch, type Moment, momentOf } from './moment.ts'

/**
 * Returns a fault that shows only while a condition holds. Otherwise the mock behaves as if it lacked the fault.
 * `onHeld` is called each time the fault alters something.
 */
export function conditioned(fault: Fault, condition: Condition, onHeld: () => void = () => {}): Fault {
  const { id, says, without, extraGuards: further } = fault
  const holdsFor = (matters: readonly Matter[]): boolean => {
    const holds = matters.some(condition.holds)
    if (holds) onHeld()
    return holds
  }
  /** Called only for a request that a guard refuses, rightly or wrongly. */
  const holdsIn = (context: Context): boolean => {
    const moment = momentOf(context)
    return moment !== undefined && holdsFor(mattersOf(moment, context))
  }
  return {
    ...fault,
    id: `${id}@${condition.id}`,
    says: `${says}; only ${condition.says}`,
    contradicts: [...(fault.contradicts ?? []), ...contradictedBy(fault, condition)],
    ...(without && {
      without,
      while: (context) => (fault.while?.(context) ?? true) && holdsIn(context),
    }),
    ...(further && { extraGuards: further.map((guard) => onlyWhile(guard, holdsIn)) }),
    override: (replaced, world) => whereItHolds({ fault, condition, holdsFor }, replaced, world),
  }
}

interface UnderCondition {
  fault: Fault
  condition: Condition
  holdsFor: (matters: readonly Matter[]) => boolean
}

/**
 * Returns the fault's functions, each of which is faulty only for requests and resources on which the condition holds.
 */
const whereItHolds = (
  { fault, condition, holdsFor }: UnderCondition,
  replaced: Behaviour,
  world: World,
): ReturnType<Override> => {
  const watch = createWatch()
  let moment: Moment | undefined
  const matters = (args: readonly unknown[]): Matter[] => (moment ? mattersIn(moment, args) : [])
  const answers = { ...replaced.answers, answered: rememberingOne(replaced.answers.answered) }
  const faulty = fault.override?.({ ...replaced, answers }, world) ?? {}
  const { answered } = faulty.answers ?? {}
  const began = faulty.requests?.began ?? replaced.requests.began
  const altering = whileHolding(faulty, { fault, strict: replaced }, (args) => holdsFor(matters(args)))
  return {
    ...altering,
    requests: {
      ...altering.requests,
      began: (arrived) => {
        began(arrived)
        moment = watch(arrived)
      },
    },
    answers: {
      ...altering.answers,
      ...(answered && {
        answered: (answer, operation) => {
          const right = answers.answered(answer, operation)
          const wrong = answered(answer, operation)
          return moment && wrong !== right ? chosen(right, wrong, moment, condition, holdsFor) : right
        },
      }),
    },
  }
}

/**
 * The requirements that lists also break if only some of their pages are right, and the conditions that select some
 * pages.
 */
const betweenPages = ['list.gapless', 'list.complete', 'list.backwards']
const somePages = ['not-first-page', 'page-backwards']

/** Returns the requirements that a fault also breaks because it shows only sometimes. */
const contradictedBy = (fault: Fault, { id, group }: Condition): string[] => [
  ...shownKinds(fault).map((kind) => `${kind}.immutable`),
  ...(somePages.includes(id) ? betweenPages : []),
  ...(fault.breaks === 'errors.no-server-error' ? ['errors.no-passing-failure'] : []),
  // A refusal that does not come again when the request is repeated.
  ...(fault.extraGuards && ['count', 'connection'].includes(group) ? ['signature.accepts.plain'] : []),
]

/** Returns the kinds of resources that the fault shows incorrectly. */
const shownKinds = (fault: Fault): ResourceKind[] => {
  const kindOfShown: Readonly<Partial<Record<FunctionName, ResourceKind>>> = {
    'quotes.show': 'quote',
    'outgoingPayments.show': 'outgoing-payment',
    'incomingPayments.show': 'incoming-payment',
  }
  if (fault.shows) return [kindOfOperation(fault.shows.operation)]
  return functionsOf(fault).flatMap((name) => kindOfShown[name] ?? [])
}

const onlyWhile = (guard: ExtraGuard, holds: (context: Context) => boolean): ExtraGuard => ({
  ...guard,
  refuses: (context) => {
    const refusal = guard.refuses(context)
    return refusal && holds(context) ? refusal : undefined
  },
})

type Anything = (...args: unknown[]) => unknown
type Functions = Readonly<Record<string, Anything>>

/**
 * Calls each faulty function in place of the strict one only while the condition holds for its arguments. Functions
 * that only learn, and all functions of a fault in a field of an answer, are always called, because they are right.
 */
const whileHolding = (
  faulty: Replacement,
  { fault: { shows, learns = [] }, strict }: { fault: Fault; strict: Behaviour },
  holds: (args: readonly unknown[]) => boolean,
): Replacement => {
  const isRight = (name: string): boolean => shows !== undefined || learns.some((one) => one === name)
  const groups = Object.entries(faulty as Record<keyof Behaviour, Functions>).map(([group, functions]) => {
    const right = strict[group as keyof Behaviour] as unknown as Functions
    const chosen = Object.entries(functions).map(([name, wrong]): [string, Anything | undefined] => [
      name,
      isRight(`${group}.${name}`) ? wrong : (...args) => (holds(args) ? wrong : right[name])?.(...args),
    ])
    return [group, Object.fromEntries(chosen)]
  })
  return Object.fromEntries(groups)
}

/**
 * Caches the latest right answer. Each answer is made once right and once wrong, and nothing may be remembered for it
 * twice.
 */
const rememberingOne = (answered: Behaviour['answers']['answered']): Behaviour['answers']['answered'] => {
  let latest: { of: Answer; right: Answer } | undefined
  return (answer: Answer, operation: OperationId) => {
    latest = latest?.of === answer ? latest : { of: answer, right: answered(answer, operation) }
    return latest.right
  }
}

/** Returns the wrong answer while the condition holds. On a page, only the items on which it holds are wrong. */
const chosen = (
  right: Answer,
  wrong: Answer,
  moment: Moment,
  { about }: Condition,
  holdsFor: (matters: readonly Matter[]) => boolean,
): Answer => {
  if (about === 'request' || about === 'page') return holdsFor([{ moment, amounts: [] }]) ? wrong : right
  const items = itemsIn(right)
  if (!items) return holdsFor([matterOf(moment, shownIn(right, moment))]) ? wrong : right
  const matters = items.map((item, at) => ({
    ...matterOf(moment, shownResource(moment.world, item)),
    place: { at, of: items.length },
  }))
  const isWrong = matters.map((matter) => holdsFor([matter]))
  if (!isWrong.includes(true)) return right
  const wrongItems = itemsIn(wrong)
  if (wrongItems?.length !== items.length) return wrong
  const result = items.map((item, at) => (isWrong[at] ? wrongItems[at] : item))
  return { ...wrong, body: { ...Object(wrong.body), result } }
}

const shownIn = ({ body }: Answer, { world, id }: Moment) =>
  shownResource(world, body) ?? world.incomingPayments.get(id)

const itemsIn = ({ body }: Answer): unknown[] | undefined =>
  isObject(body) && Array.isArray(body['result']) ? body['result'] : undefined
