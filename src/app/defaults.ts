/** Generated cases a property, where the command line does not say. */
export const defaultRuns = 20

/** One seed for everyone, so that a vendor's CI does not flicker; `--seed random` explores. */
export const defaultSeed = 1

export const defaultConcurrency = 8

export const defaultTargetFile = 'op-conformance.yaml'
