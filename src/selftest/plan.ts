import type { Catalogue } from '../catalogue/catalogue.ts'
import { didYouMean } from '../catalogue/nearest.ts'
import { ConfigurationError } from '../errors.ts'
import { weightOf } from './cells.ts'
import { drawn, inDrawnOrder } from './draw.ts'
import type { Fault } from './fault.ts'
import type { Matrix } from './matrix.ts'
import type { Task } from './tried.ts'

export interface Wanted {
  /** Faults by id; all if empty. */
  fault: readonly string[]
  /** Words that select checks, as those of a run. */
  only: readonly string[]
  quick: boolean
  seed: number
}

/** What selecting has to know. */
export interface Ground {
  faults: readonly Fault[]
  catalogue: Catalogue
  /** What the selected checks can judge. */
  claims: ReadonlySet<string>
  /** By fault, the checks that are said to notice it. */
  noticing: ReadonlyMap<string, readonly string[]>
  /** The fault named `ID@CONDITION`. Throws a ConfigurationError if there is none. */
  conditioned: (id: string) => Fault
}

export interface SelftestPlan {
  mode: Matrix['mode']
  faults: Fault[]
  tasks: Task[]
}

/** Of the faults of answers, which are many and alike, a quick selftest tries so many. */
const sampled = 1 / 5

/** So many are tried over the wire too. */
const overTheWire = 1 / 10

/** Throws a ConfigurationError where a fault is not known, or none is left to try. */
export const planSelftest = (wanted: Wanted, ground: Ground): SelftestPlan => {
  const { fault, only, quick, seed } = wanted
  const faults = fault.length > 0 ? named(fault, ground) : those(wanted, ground)
  if (faults.length === 0) {
    throw new ConfigurationError(
      'ERR_NO_FAULT_SELECTED',
      `--only ${only.join(' --only ')} selects checks for which the mock has no fault; see \`op-conformance list --faults\``,
    )
  }
  const inProcess = faults.map((each) => ({
    fault: each.id,
    wire: false,
    ...checksFor(each, wanted, ground),
  }))
  const there = new Set(drawn(faults.filter(binding(ground)), overTheWire, seed).map(({ id }) => id))
  return {
    mode: fault.length > 0 || only.length > 0 ? 'selection' : quick ? 'quick' : 'full',
    faults,
    tasks: [
      ...inProcess,
      ...inProcess.filter((task) => there.has(task.fault)).map((task) => ({ ...task, wire: true })),
    ],
  }
}

/** A quick selftest begins with the checks that are said to notice a fault, then takes those that cite it, then all. */
const checksFor = (
  { id, breaks }: Fault,
  { only, quick }: Wanted,
  { claims, noticing }: Ground,
): Pick<Task, 'only' | 'otherwise'> => {
  if (only.length > 0 || !quick) return { only }
  const [first = [], ...otherwise] = [
    noticing.get(plainId(id)) ?? [],
    claims.has(breaks) ? [breaks] : [],
  ].filter(({ length }) => length > 0)
  return first.length === 0 ? { only: [] } : { only: first, otherwise: [...otherwise, []] }
}

/** The id of a fault without its condition. */
const plainId = (id: string): string => id.replace(/@.*$/, '')

const named = (ids: readonly string[], { faults, conditioned }: Ground): Fault[] => {
  const known = new Map(faults.map((fault) => [fault.id, fault]))
  return ids.map((id) => {
    const fault = known.get(id)
    if (fault) return fault
    if (known.has(plainId(id))) return conditioned(id)
    throw new ConfigurationError(
      'ERR_UNKNOWN_FAULT',
      `--fault ${id} is no fault${didYouMean(id, [...known.keys()])}; see \`op-conformance list --faults\``,
    )
  })
}

const those = ({ only, quick, seed }: Wanted, ground: Ground): Fault[] => {
  const { faults, claims } = ground
  if (only.length > 0) return faults.filter(({ breaks }) => claims.has(breaks))
  return quick ? sampleOf(faults.filter(binding(ground)), seed) : [...faults]
}

/** Of requirements that are judged, and that a broken claim of is more than a note. */
const binding =
  ({ catalogue }: Ground) =>
  ({ breaks, equivalent }: Fault): boolean => {
    const requirement = catalogue.get(breaks)
    if (!requirement || requirement.later !== undefined || requirement.untested !== undefined) return false
    return weightOf(requirement) !== 'note' && equivalent === undefined
  }

/** Every fault that was thought of singly; of the generated ones some, and at least one for each requirement. */
const sampleOf = (faults: readonly Fault[], seed: number): Fault[] => {
  const generated = faults.filter(({ source }) => source === 'answer')
  const chosen = new Set([
    ...faults.filter(({ source }) => source !== 'answer'),
    ...drawn(generated, sampled, seed),
    ...new Map(inDrawnOrder(generated, seed).map((fault) => [fault.breaks, fault])).values(),
  ])
  return faults.filter((fault) => chosen.has(fault))
}
