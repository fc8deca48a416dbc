import { test } from 'vitest'
import { fuzzBundles } from './testing/fuzzing/bundle-fuzz.ts'

test('no altered bundle that the right key signed verifies as something else', () =>
  fuzzBundles(50, 'signer'))

test('no altered bundle that another key signed verifies', () => fuzzBundles(50, 'stranger'))
