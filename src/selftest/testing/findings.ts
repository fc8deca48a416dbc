import type { Requirement } from '../../catalogue/requirement.ts'
import type { VerdictEvent } from '../../core/events.ts'
import type { Evidence, Verdict } from '../../core/verdict.ts'
import type { Cell } from '../cells.ts'
import type { Fault, Tried } from '../fault.ts'
import type { Findings } from '../matrix.ts'

export function requirement(id: string, more: Partial<Requirement> = {}): Requirement {
  return {
    id,
    level: 'MUST',
    actor: 'resource-server',
    says: 'Something holds.',
    source: 'service.rules.1',
    profile: 'interface',
    basis: 'stated',
    ...more,
  }
}

export function fault(id: string, more: Partial<Fault> = {}): Fault {
  return {
    id,
    breaks: 'a.must',
    says: `It is ${id}`,
    source: 'behaviour',
    ...more,
  }
}

export function tried(of: string, cells: Record<string, Cell>, more: Partial<Tried> = {}): Tried {
  return {
    fault: of,
    only: [],
    wire: false,
    cells,
    sameAnswers: false,
    exchanges: 1,
    errors: [],
    ...more,
  }
}

export function verdict(check: string, of: Verdict, more: Partial<VerdictEvent> = {}): VerdictEvent {
  return {
    type: 'verdict',
    check,
    verdict: of,
    claims: {},
    notes: [],
    partly: [],
    ...more,
  }
}

export function failed(...evidence: Array<[requirement: string, grade: Evidence['grade']]>): Verdict {
  return {
    status: 'failed',
    evidence: evidence.map(([id, grade]) => ({ requirement: id, grade, want: 'this', got: 'that' })),
  }
}

export const passed: Verdict = { status: 'passed' }

export function findings(more: Partial<Findings>): Findings {
  return {
    harness: '0.0.0',
    mode: 'full',
    profile: 'interface',
    seed: 1,
    runs: 5,
    strict: {
      statuses: { 'x/one': 'passed', 'x/two': 'passed' },
      repeatable: true,
      exchanges: 2,
      milliseconds: 3,
      errors: [],
    },
    faults: [],
    tried: [],
    checks: ['x/one', 'x/two'].map((id) => ({ id, title: `Check ${id}` })),
    catalogue: new Map(
      [
        requirement('a.must'),
        requirement('a.should', { level: 'SHOULD' }),
        requirement('a.note', { level: 'note' }),
        requirement('a.later', { later: 'races' }),
      ].map((each) => [each.id, each]),
    ),
    kept: {},
    milliseconds: 1000,
    ...more,
  }
}
