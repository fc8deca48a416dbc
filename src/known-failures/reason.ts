import type { Evidence } from '../core/verdict.ts'
import type { FailureReason } from './entry.ts'

/** The length up to which received values are compared, in characters. */
const longest = 120

/** Returns the reason for which a piece of evidence fails, without anything that differs from run to run. */
export function reasonOf({ requirement, got }: Pick<Evidence, 'requirement' | 'got'>): FailureReason {
  return { requirement, got: short(got) }
}

const short = (got: string): string => {
  const lasting = got
    .replace(/https?:\/\/[^\s"',)]+/g, '…')
    .replace(/(status )?\b[0-9a-f]*[0-9][0-9a-f]*(?:-[0-9a-f]+)*\b/gi, (found, status?: string) =>
      status ? found : '#',
    )
    .replace(/\s+/g, ' ')
    .trim()
  return lasting.length > longest ? `${lasting.slice(0, longest)}…` : lasting
}

export function sameReason(a: FailureReason, b: FailureReason): boolean {
  return a.requirement === b.requirement && a.got === b.got
}

export function inWords({ requirement, got }: FailureReason): string {
  return `${requirement}: ${got}`
}
