import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readReport } from './data/read-report.ts'
import { reporters } from './index.ts'

const sample = new URL('../../reports/sample/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, sample), 'utf8')

test('the sample has a report of every kind except HAR, and nothing else', () =>
  expect(readdirSync(sample).sort()).toEqual(
    reporters
      .filter(({ name }) => name !== 'har')
      .map(({ extension }) => `report.${extension}`)
      .sort(),
  ))

test.each(readdirSync(sample))('the sample %s names no place on the machine that made it', (name) =>
  expect(read(name)).not.toMatch(/[ "'`>](?:\/(?:tmp|home|root|usr|var|Users)\/|[A-Z]:\\)/),
)

test('readReport reads the report.json of the sample', () =>
  expect(readReport(read('report.json'), 'report.json')).toMatchObject({ exitCode: 1, run: { seed: 1 } }))
