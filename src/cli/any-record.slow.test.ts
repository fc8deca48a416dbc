import { test } from 'vitest'
import { fuzzRecords, fuzzTraffic } from './testing/fuzzing/record-fuzz.ts'

test('of a thousand altered records, none breaks a command', { timeout: 900_000 }, () => fuzzRecords(1000))

test('of a thousand altered HARs, none breaks an audit', { timeout: 900_000 }, () => fuzzTraffic(1000))
