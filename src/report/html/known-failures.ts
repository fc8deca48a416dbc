import { knownLines } from '../known.ts'
import type { ReportOptions } from '../options.ts'
import { type Html, html } from './escape.ts'

/** What is known to fail, and what of it did not fail as known. Nothing where nothing is known. */
export function knownFailures({ known }: ReportOptions): Html | undefined {
  const { asKnown, mismatches } = knownLines(known)
  if (asKnown.length + mismatches.length === 0) return undefined
  return html`<section id="known" aria-labelledby="known-title">
<h2 id="known-title">Known failures</h2>
${listOf('Did not fail as recorded', mismatches)}
${listOf('Failed as recorded', asKnown)}
</section>`
}

const listOf = (title: string, lines: readonly string[]): Html | false =>
  lines.length > 0 &&
  html`<h3>${title}</h3>
<ul class="reasons">${lines.map((line) => html`<li><p>${line}</p></li>`)}</ul>`
