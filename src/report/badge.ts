import { jsonText } from './data/json-text.ts'
import { type ExitCode, exitCodeOf, failsTheRun } from './exit-code.ts'
import { claimsIn } from './findings/finding.ts'
import type { ReportOptions } from './options.ts'
import type { RunView } from './view.ts'

/** What an endpoint of shields.io answers, so that a file somewhere on the web becomes a badge. */
interface Badge {
  schemaVersion: 1
  label: string
  message: string
  color: string
  /** Shown in red, and not overridden by the colour of whoever shows it. */
  isError?: true
}

/** The verdict in a few words: how many requirements failed, or how many were judged. */
export function badge(view: RunView, options: ReportOptions): string {
  const exitCode = exitCodeOf(view, options)
  const shown: Badge = {
    schemaVersion: 1,
    label: 'Open Payments',
    message: messageOf(exitCode, view, options),
    color: colors[exitCode],
    ...(exitCode === 4 && { isError: true }),
  }
  return jsonText(shown)
}

const colors: Record<ExitCode, string> = {
  0: 'brightgreen',
  1: 'red',
  3: 'lightgrey',
  4: 'red',
  130: 'lightgrey',
}

const messageOf = (exitCode: ExitCode, view: RunView, options: ReportOptions): string => {
  switch (exitCode) {
    case 0: {
      const judged = view.coverage.filter(({ state }) => state === 'judged').length
      return `no failure, ${judged} of ${view.coverage.length} judged`
    }
    case 1:
      return failed(view, options)
    case 3:
      return 'not judged'
    case 4:
      return 'harness failed'
    case 130:
      return 'interrupted'
  }
}

/** Requirements are counted once, however often they are broken. */
const failed = (view: RunView, options: ReportOptions): string => {
  const claims = view.findings.flatMap(claimsIn).filter((claim) => failsTheRun(claim, options))
  const count = new Set(claims.map(({ requirement }) => requirement)).size
  return count > 0 ? `${count} failed` : 'known failures changed'
}
