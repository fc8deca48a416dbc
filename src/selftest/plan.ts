import type { Catalogue } from '../catalogue/catalogue.ts'
import { didYouMean } from '../catalogue/nearest.ts'
import { ConfigurationError } from '../core/errors.ts'
import { weightOf } from './cells.ts'
import { type ConditionalFault, drawnConditional } from './conditional/conditional.ts'
import { type Fault, sample, type Task } from './fault.ts'
import type { Matrix } from './matrix.ts'

export interface WantedFaults {
  /** Ids of the faults to try. All faults if empty. */
  fault: readonly string[]
  /** Selectors of checks, as for a run. */
  only: readonly string[]
  quick?: boolean
  /** Set to try faults under conditions in place of plain ones. */
  conditional?: boolean
  /** The most requests of a run. Every fault is tried with the checks that such a run chooses. */
  maxRequests?: number
  seed: number
}

/** Knowledge about faults and checks that the selection needs. */
export interface SelectionInput {
  faults: readonly Fault[]
  catalogue: Catalogue
  /** Requirements that the selected checks can judge. */
  claims: ReadonlySet<string>
  /** Checks that should notice each fault. A fault that no check names has the checks of a similar fault. */
  detecting: ReadonlyMap<string, readonly string[]>
  /** Returns the fault named `ID@CONDITION`. Throws a ConfigurationError if there is none. */
  conditioned: (id: string) => Fault
  /** Returns every fault under every condition that can apply to it. */
  conditionals: () => ConditionalFault[]
}

export interface SelftestPlan {
  mode: Matrix['mode']
  faults: Fault[]
  tasks: Task[]
}

/** The share of the binding faults that a quick selftest tries. The record is made from all of them. */
const sampled = 1 / 10

/** The share of the faults that are also tried over the wire. */
const overTheWire = 1 / 10

/** Plans the selftest. Throws a ConfigurationError if a fault is unknown or if no fault is left to try. */
export function planSelftest(wanted: WantedFaults, input: SelectionInput): SelftestPlan {
  const { fault, only, conditional = false, seed } = wanted
  const faults = fault.length > 0 ? named(fault, input) : those(wanted, input)
  if (faults.length === 0) {
    throw new ConfigurationError(
      'ERR_NO_FAULT_SELECTED',
      `--only ${only.join(' --only ')} selects checks for which the mock has no fault; see \`op-conformance list --faults\``,
    )
  }
  const inProcess = faults.map((each) => ({
    fault: each.id,
    wire: false,
    ...checksFor(each, wanted, input),
  }))
  // Runs over the wire differ from each other, so a condition would hold at other times than in process.
  const share = conditional || wanted.maxRequests !== undefined ? 0 : overTheWire
  const there = new Set(sample(faults.filter(binding(input)), share, seed).map(({ id }) => id))
  return {
    mode: modeOf(wanted),
    faults,
    tasks: [
      ...inProcess,
      ...inProcess.filter((task) => there.has(task.fault)).map((task) => ({ ...task, wire: true })),
    ],
  }
}

const modeOf = ({ fault, only, quick, conditional, maxRequests }: WantedFaults): Matrix['mode'] => {
  if (maxRequests !== undefined) return 'budget'
  if (fault.length > 0 || only.length > 0) return 'selection'
  if (conditional) return 'conditional'
  return quick ? 'quick' : 'full'
}

/**
 * Chooses the checks for a fault: first those that cite what it breaks, then all others if none of these notices it. A
 * quick selftest begins with the checks that claim to notice it. A fault under a condition gets both groups at once,
 * because the condition may hold in only some of them.
 */
const checksFor = (
  { id, breaks }: Fault,
  { only, quick = false, conditional = false, maxRequests }: WantedFaults,
  { claims, detecting }: SelectionInput,
): Pick<Task, 'only' | 'otherwise' | 'everyCheck'> => {
  if (maxRequests !== undefined) return { only }
  if (only.length > 0) return { only, everyCheck: true }
  const citing = claims.has(breaks) ? [breaks] : []
  const isSaid = quick || conditional
  const [first, ...otherwise] = [isSaid ? (detecting.get(plainId(id)) ?? []) : [], citing].filter(
    ({ length }) => length > 0,
  )
  if (!first) return { only: [], everyCheck: !isSaid }
  return conditional
    ? { only: [...first, ...otherwise.flat()], otherwise: [[]] }
    : { only: first, otherwise: [...otherwise, []], everyCheck: !quick }
}

/** Returns the id of a fault without its condition. */
const plainId = (id: string): string => id.replace(/@.*$/, '')

const named = (ids: readonly string[], { faults, conditioned }: SelectionInput): Fault[] => {
  const known = new Map(faults.map((fault) => [fault.id, fault]))
  return ids.map((id) => {
    const fault = known.get(id)
    if (fault) return fault
    if (known.has(plainId(id))) return conditioned(id)
    throw new ConfigurationError(
      'ERR_UNKNOWN_FAULT',
      `--fault ${id} is not a fault${didYouMean(id, [...known.keys()])}; see \`op-conformance list --faults\``,
    )
  })
}

const those = ({ only, quick = false, conditional, seed }: WantedFaults, input: SelectionInput): Fault[] => {
  const { faults, claims } = input
  if (conditional) {
    const judged = input.conditionals().filter(judgedIn(input, only))
    return drawnConditional(quick ? judged.filter(ofMust(input)) : judged, { quick, seed })
  }
  if (only.length > 0) return faults.filter(({ breaks }) => claims.has(breaks))
  return quick ? sample(faults.filter(binding(input)), sampled, seed) : [...faults]
}

/** Selects binding faults that the selected checks judge. All binding faults pass if no check is selected. */
const judgedIn =
  (input: SelectionInput, only: readonly string[]) =>
  (fault: Fault): boolean =>
    binding(input)(fault) && (only.length === 0 || input.claims.has(fault.breaks))

/** Selects faults of judged requirements whose violation weighs more than a note. Excludes equivalent faults. */
const binding =
  ({ catalogue }: SelectionInput) =>
  ({ breaks, equivalent }: Fault): boolean => {
    const requirement = catalogue.get(breaks)
    if (!requirement || requirement.later !== undefined || requirement.untested !== undefined) return false
    return weightOf(requirement) !== 'note' && equivalent === undefined
  }

/** A quick selftest leaves faults of a SHOULD to the nightly selftest. */
const ofMust =
  ({ catalogue }: SelectionInput) =>
  ({ breaks }: Fault): boolean =>
    catalogue.get(breaks)?.level === 'MUST'
