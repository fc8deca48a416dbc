import { test } from 'vitest'
import { fuzzBundles } from './testing/fuzzing/bundle-fuzz.ts'

/** The time that a thousand bundles take on a busy machine, in milliseconds. */
const timeout = 1_800_000

test('none of 1,000 altered bundles that the right key signed verifies as something else', { timeout }, () =>
  fuzzBundles(1000, 'signer'),
)

test('none of 1,000 altered bundles that another key signed verifies', () => fuzzBundles(1000, 'stranger'))
