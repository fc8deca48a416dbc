import type { Strictness } from './exit-code.ts'

/** What a report is told beside the run. */
export interface ReportOptions extends Strictness {
  colour: boolean
  /** Everything, where a screen would be too small for it. */
  verbose: boolean
  /** Path of the run's report.json, as the commands that a report names take it. */
  report: string
}
