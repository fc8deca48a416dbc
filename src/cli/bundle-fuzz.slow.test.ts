import { test } from 'vitest'
import { tryAll } from '../../suites/testing/sampled.ts'
import { fuzzBundles } from './testing/fuzzing/bundle-fuzz.ts'

/** The time that a thousand bundles take on a busy machine, in milliseconds. */
const timeout = 1_800_000

const many = tryAll ? 1000 : 250

test(
  `none of ${many} altered bundles that the right key signed verifies as something else`,
  { timeout },
  () => fuzzBundles(many, 'signer'),
)

test(`none of ${many} altered bundles that another key signed verifies`, { timeout }, () =>
  fuzzBundles(many, 'stranger'),
)
