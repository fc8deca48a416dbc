import { test } from 'vitest'
import { fuzzRecords, fuzzTraffic } from './testing/fuzzing/record-fuzz.ts'

test('no command crashes on any of a thousand altered records', { timeout: 900_000 }, () => fuzzRecords(1000))

test('no audit crashes on any of a thousand altered HARs', { timeout: 900_000 }, () => fuzzTraffic(1000))
