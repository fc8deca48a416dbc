import { github } from './data/github.ts'
import { har } from './data/har.ts'
import { json } from './data/json.ts'
import { junit } from './data/junit.ts'
import { sarif } from './data/sarif.ts'
import { unknownReporter } from './document/view.ts'
import type { ReportOptions } from './exit-code.ts'
import { markdown } from './markdown.ts'
import { page } from './page/page.ts'
import { text } from './text/text.ts'
import type { RunView } from './view.ts'

/** Turns the results of a run into text. A reporter never prints, exits or decides a verdict. */
export interface Reporter {
  name: string
  extension: string
  render: (view: RunView, options: ReportOptions) => string
  /** Set if the report goes to standard error when no file is named, beside the report on standard output. */
  aside?: true
  /** A second text that is appended to the file named by this environment variable. */
  appends?: { variable: string; render: Reporter['render'] }
}

/** Each reporter has a file of its own and a row here. */
export const reporters: readonly Reporter[] = [
  { name: 'text', extension: 'txt', render: text },
  { name: 'json', extension: 'json', render: json },
  { name: 'junit', extension: 'xml', render: junit },
  { name: 'markdown', extension: 'md', render: markdown },
  { name: 'html', extension: 'html', render: page },
  {
    name: 'github',
    extension: 'annotations',
    render: github,
    aside: true,
    appends: { variable: 'GITHUB_STEP_SUMMARY', render: markdown },
  },
  { name: 'sarif', extension: 'sarif', render: sarif },
  { name: 'har', extension: 'har', render: har },
]

export function reporterNamed(name: string): Reporter {
  const found = reporters.find((reporter) => reporter.name === name)
  if (found) return found
  const names = reporters.map((reporter) => reporter.name)
  throw unknownReporter(name, names)
}
