export const exit = {
  fine: 0,
  failed: 1,
  /** The command line, the target file or another input is wrong. */
  badInput: 2,
  notJudged: 3,
  ourFault: 4,
  /** A bundle verifies, but a run in it did not pass. */
  runNotPassed: 5,
  interrupted: 130,
} as const
