import type { Override } from '../../changes/change.ts'
import { replacing } from '../../changes/replacing.ts'
import type { Answer } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Api } from '../../openapi/catalogue.ts'
import { fieldsOf } from '../../openapi/fields.ts'
import type { Fault } from '../fault.ts'
import { changed, isObject } from './answers.ts'
import { changesBreak, othersBreak } from './meanings.ts'
import { anotherAmong, siblingValues } from './siblings.ts'

/**
 * Returns faults that give a field a wrong value of the right form: the value of another resource, or a new value each
 * time.
 */
export function otherValueFaults(operations: readonly OperationId[], api: Api): Fault[] {
  return operations.flatMap((operation) =>
    pathsOf(api, operation).flatMap((path) => [
      ...fault({ operation, path, name: 'anothers', meanings: othersBreak, override: withOthersValue }),
      ...fault({ operation, path, name: 'changing', meanings: changesBreak, override: withChangingValue }),
    ]),
  )
}

const pathsOf = (api: Api, operation: OperationId): string[][] => {
  const paths = fieldsOf(api, operation)
    .filter(({ form }) => !form?.name)
    .map(({ path }) => path.join('.'))
  return [...new Set(paths)].map((path) => path.split('.'))
}

interface WrongValue {
  operation: OperationId
  path: readonly string[]
  name: 'anothers' | 'changing'
  meanings: typeof othersBreak
  override: (operation: OperationId, path: readonly string[]) => Override
}

const says: Readonly<Record<WrongValue['name'], string>> = {
  anothers: 'has the value of another resource',
  changing: 'changes each time the resource is shown',
}

const fault = ({ operation, path, name, meanings, override }: WrongValue): Fault[] => {
  const within = path[0] === 'result' ? path.slice(2) : path
  const breaks = meanings[operation][within.join('.')]
  if (breaks === undefined) return []
  return [
    {
      id: [operation, path.join('.'), name].join(':'),
      breaks,
      says: `In the response of ${operation}, ${within.join('.')} ${says[name]}`,
      source: 'answer',
      shows: { operation, path },
      override: override(operation, within),
    },
  ]
}

const withOthersValue: WrongValue['override'] = (faulty, path) => (behaviour, world) => ({
  answers: {
    answered: (answer, operation) => {
      const right = behaviour.answers.answered(answer, operation)
      if (operation !== faulty) return right
      const values = siblingValues({ world, behaviour, operation, path })
      return withEach(right, path, (_id, value) => anotherAmong(values, value))
    },
  },
})

/**
 * The first response with a resource shows the right value. An id is wrong from the start, because later responses
 * could not be compared with a first one under another id.
 */
const withChangingValue: WrongValue['override'] = (faulty, path) =>
  replacing('answers', 'answered', {
    by: (answered) => {
      const times = new Map<string, number>()
      const beginning = path.at(-1) === 'id' ? 1 : 0
      const count = (id: string, right: unknown): unknown => {
        const before = times.get(id) ?? beginning
        times.set(id, before + 1)
        return before === 0 ? right : moved(path, right, before)
      }
      return (answer, operation) => {
        const right = answered(answer, operation)
        if (kindOf(operation) !== kindOf(faulty)) return right
        const counted = withEach(right, path, count)
        return operation === faulty ? counted : right
      }
    },
  })

/** Returns the kind of resource that an operation shows, such as `quote` or `outgoing-payment`. */
const kindOf = (operation: OperationId): string => operation.replace(/^[a-z]+-/, '').replace(/s$/, '')

type Replace = (id: string, right: unknown) => unknown

/** Returns the answer with a field replaced, in each of its resources or in the pagination of its page. */
const withEach = (answer: Answer, path: readonly string[], replace: Replace): Answer => {
  const { body } = answer
  if (!isObject(body)) return answer
  const { result: items } = body
  if (path[0] === 'pagination') return { ...answer, body: one(body, '', path, replace) }
  if (!Array.isArray(items)) return { ...answer, body: one(body, body['id'], path, replace) }
  return { ...answer, body: { ...body, result: items.map((item) => one(item, item.id, path, replace)) } }
}

/** Replaces the field in one resource. A field that the right answer leaves out stays out. */
const one = (resource: unknown, id: unknown, path: readonly string[], replace: Replace): unknown =>
  typeof id === 'string'
    ? changed(resource, path, (right) => (right === undefined ? undefined : replace(id, right)))
    : resource

/**
 * Returns another value of the same form, `times` steps away from the right one. Totals become smaller, and updatedAt
 * earlier.
 */
function moved(path: readonly string[], right: unknown, times: number): unknown {
  const name = path.at(-1) ?? ''
  if (name === 'metadata') return { ...Object(right), moved: times }
  if (isObject(right)) return { ...right, value: movedCount(name, right['value'], times) }
  if (typeof right === 'boolean') return times % 2 === 1 ? !right : right
  if (typeof right === 'number') return right + 1
  if (typeof right !== 'string') return right
  if (name === 'value') return movedCount(path.at(-2) ?? '', right, times)
  if (name.endsWith('At')) return movedTime(name, right, times)
  return movedText(name, right, times)
}

const totals = ['sentAmount', 'receivedAmount']

const movedCount = (amount: string, value: unknown, times: number): string => {
  const count = BigInt(String(value)) + BigInt(totals.includes(amount) ? -times : times)
  return String(count < 0n ? 0n : count)
}

const movedTime = (name: string, right: string, times: number): string =>
  new Date(Date.parse(right) + times * (name === 'updatedAt' ? -60_000 : 1000)).toISOString()

const movedText = (name: string, right: string, times: number): string => {
  if (name === 'assetCode') return 'XTS'
  if (name === 'method') return 'card'
  if (name === 'walletAddress') return `${right}-${times}`
  return right.replace(/.$/, (last) => otherDigit(last, times))
}

/** Returns a hexadecimal digit, as an id ends in one. It is always a different digit. */
const otherDigit = (digit: string, times: number): string =>
  ((Number.parseInt(digit, 16) + 1 + ((times - 1) % 15)) % 16).toString(16)
