import { didYouMean } from '../catalogue/nearest.ts'
import { ConfigurationError } from '../core/errors.ts'
import { matrixPage } from './html/page.ts'
import type { Matrix } from './matrix.ts'
import { matrixText } from './text.ts'

/** Turns a matrix into text. */
export interface MatrixReporter {
  name: string
  render: (matrix: Matrix, options: { colour?: boolean }) => string
}

const reporters: readonly MatrixReporter[] = [
  { name: 'text', render: matrixText },
  { name: 'json', render: (matrix) => `${JSON.stringify(matrix, null, 2)}\n` },
  { name: 'html', render: matrixPage },
]

export function matrixReporterNamed(name: string): MatrixReporter {
  const found = reporters.find((reporter) => reporter.name === name)
  if (found) return found
  const names = reporters.map((reporter) => reporter.name)
  throw new ConfigurationError(
    'ERR_UNKNOWN_REPORTER',
    `--reporter ${name} is not a reporter${didYouMean(name, names) || `; there is ${names.join(', ')}`}`,
  )
}
