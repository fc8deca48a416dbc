import { test } from 'vitest'
import { tryAll } from '../../suites/testing/sampled.ts'
import { fuzzRecords, fuzzTraffic } from './testing/fuzzing/record-fuzz.ts'

const many = tryAll ? 1000 : 250

test(`no command crashes on any of ${many} altered records`, { timeout: 900_000 }, () => fuzzRecords(many))

test(`no audit crashes on any of ${many} altered HARs`, { timeout: 900_000 }, () => fuzzTraffic(many))
