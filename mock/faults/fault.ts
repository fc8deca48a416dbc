import type { ExtraGuard } from '../changes/active.ts'
import type { Context } from '../http/context.ts'
import type { OperationId } from '../http/route.ts'
import type { Behaviour } from '../state/behaviour.ts'
import type { Transformation } from './transformation.ts'

/** One deliberate defect of the mock, switched on by name. */
export interface Fault {
  id: string
  /** The requirement that a mock with this fault does not keep. */
  breaks: string
  /** What such a server does, in a sentence. */
  says: string
  source: 'guard' | 'comparison' | 'answer' | 'behaviour' | 'field-notes'
  /** Where a real server had it, such as `rafiki #655`. */
  reference?: string
  /** Why no answer of the mock can differ, where that is so. */
  equivalent?: string
  /** How it is made of the strict mock, if its parts do not show it. */
  transformation?: Transformation
  /** The operations on which it shows, if its parts do not tell. */
  operations?: readonly OperationId[]
  /** The field of an answer that is wrong, if it is one: names from the outside in. */
  shows?: { operation: OperationId; path: readonly string[] }
  /** Another fault that the same requests show. */
  like?: string
  /** Guards that are wrong, though none of them is left out. */
  guards?: readonly string[]
  /** Guards that are left out. */
  without?: readonly string[]
  /** For which requests they are left out; for all if absent. */
  while?: (context: Context) => boolean
  /** Guards that refuse what should be accepted. */
  extraGuards?: readonly ExtraGuard[]
  /** Named functions put in the place of the strict ones; made anew for each mock, so they may remember. */
  override?: (replaced: Behaviour) => Partial<Behaviour>
}

/** A comparison of a guard that takes too much for equal. */
export function comparison(...of: Parameters<typeof fault>): Fault {
  return {
    ...fault(...of),
    source: 'comparison',
  }
}

/** One of behaviour: functions put in the place of the strict ones, and maybe guards left out. */
export function fault(
  id: string,
  breaks: string,
  says: string,
  override: NonNullable<Fault['override']>,
  without?: readonly string[],
): Fault {
  return { id, breaks, says, source: 'behaviour', override, ...(without && { without }) }
}
