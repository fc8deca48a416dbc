import { countsOf, type RunCounts, requestsInWords } from '../counts.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import type { ReportOptions } from '../options.ts'
import { runFacts } from '../run-facts.ts'
import { plural } from '../text/plural.ts'
import { notClaimed, sentenceOf } from '../text/sentence.ts'
import type { RunView } from '../view.ts'
import { type Covered, sharesOf } from './areas.ts'
import { bar } from './bar.ts'
import { type Html, html, type Value } from './escape.ts'

/** Renders the first screen: the verdict in a sentence, the run in numbers, what was judged and how. */
export function verdict(view: RunView, covered: readonly Covered[], options: ReportOptions): Html {
  const exitCode = exitCodeOf(view, options)
  const counts = countsOf(view)
  const requests = requestsInWords(counts)
  const facts = [
    ...runFacts(view, options).filter(({ name }) => name !== 'target'),
    { name: 'requests', text: requests },
  ]
  const [sentence, ...further] = [sentenceOf(view, exitCode, options), notClaimed(view, exitCode)].flatMap(
    (text) => text.split('\n'),
  )
  return html`<header class="verdict ${tones[exitCode]}">
<div class="banner"><span class="mark" aria-hidden="true">${marks[exitCode]}</span>
<div><p class="of">Conformance of <b>${view.run.target.name}</b></p>
<h1>${sentence}</h1>
${further.map((line) => html`<p>${line}</p>`)}</div></div>
<ul class="figures">${figures(view, counts, covered)}</ul>
<dl class="run">${facts.map(({ name, text }) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</header>`
}

/** The class that gives the verdict its colour. */
const tones: Record<ExitCode, string> = {
  0: 'good',
  1: 'failure',
  3: 'warning',
  4: 'warning',
  130: 'warning',
}

const marks: Record<ExitCode, string> = { 0: '✓', 1: '✗', 3: '?', 4: '!', 130: '…' }

const figures = (
  view: RunView,
  { findings, checks, coverage }: RunCounts,
  covered: readonly Covered[],
): Html[] => {
  const inferred = view.findings.filter((finding) => finding.inferred).length
  return [
    figure(plural(findings.failure, 'failure'), [
      plural(findings.warning, 'warning'),
      plural(findings.note, 'note'),
      inferred > 0 && `${inferred} based on an interpretation`,
    ]),
    figure(`${checks.passed} of ${view.checks.length} checks passed`, [
      `${checks.failed} failed`,
      `${checks.skipped} skipped`,
      `${checks.inconclusive} inconclusive`,
      checks.error > 0 && `${checks.error} error`,
      checks['not run'] > 0 && `${checks['not run']} not run`,
    ]),
    figure(
      `${coverage.judged} of ${view.coverage.length} requirements judged`,
      [`${coverage['not exercised']} not exercised`, `${coverage.untested} untested`],
      bar(sharesOf(covered)),
    ),
  ]
}

const figure = (main: string, parts: ReadonlyArray<string | false>, below?: Value): Html =>
  html`<li><b>${main}</b> <span>${parts.filter((part) => part !== false).join(', ')}</span>${below}</li>`
