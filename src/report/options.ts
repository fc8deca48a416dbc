import type { Strictness } from './exit-code.ts'

/** The settings of a report, in addition to the run. */
export interface ReportOptions extends Strictness {
  colour: boolean
  /** Set if the report shows everything, even if it is too much for a screen. */
  verbose: boolean
  /** The path of the run's report.json, for the commands that a report names. */
  report: string
}
