import type { ReportOptions } from '../options.ts'
import { sectionsOf } from '../sections.ts'
import type { RunView } from '../view.ts'
import { areasOf } from './areas.ts'
import { checks } from './checks.ts'
import { coverage } from './coverage.ts'
import { html } from './escape.ts'
import { findings } from './findings.ts'
import { money } from './money.ts'
import { script } from './script.ts'
import { knownFailures, notes, unjudged } from './sections.ts'
import { style } from './style.ts'
import { timeline } from './timeline.ts'
import { verdict } from './verdict.ts'
import { wholePage } from './whole-page.ts'

/**
 * Renders the report as one self-contained page. It loads nothing, and everything that the target said is plain text.
 */
export function page(view: RunView, options: ReportOptions): string {
  const covered = areasOf(view.coverage, view.findings).flatMap(({ requirements }) => requirements)
  const sections = sectionsOf(view, options)
  const parts = [
    { id: 'findings', title: `Findings (${view.findings.length})`, content: findings(view, options) },
    { id: 'known', title: 'Known failures', content: knownFailures(sections) },
    { id: 'coverage', title: 'Coverage', content: coverage(view) },
    { id: 'unjudged', title: 'Not judged', content: unjudged(sections) },
    { id: 'notes', title: 'Left open', content: notes(view) },
    { id: 'timeline', title: 'Timeline', content: timeline(view) },
    { id: 'money', title: 'Money', content: money(view) },
    { id: 'checks', title: 'All checks', content: checks(view) },
  ].filter(({ content }) => content !== undefined)
  const title = `${view.run.target.name}: conformance report`
  return wholePage(
    { title, style, script },
    html`<a class="skip" href="#main">Skip to the findings</a>
${verdict(view, covered, options)}
<nav aria-label="Sections">${parts.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}</nav>
<main id="main" tabindex="-1">
${parts.map(
  ({ content }) => html`${content}
`,
)}</main>
<footer><p>Tokens, keys and signatures were replaced by digests before anything was written. Responses of the
server are shown as plain text, exactly as received.</p></footer>
<p id="said" role="status"></p>`,
  )
}
